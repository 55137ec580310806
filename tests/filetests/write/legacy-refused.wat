;; One exception is thrown again in the handler of another that replaces it in a loop: no legacy code says this without a
;; loop around the try, so that the function keeps its body if the loop is turned.
;; test: optimize -O3
;; run: f(5) == exception
;; run: f(8) == 4
(module
  (tag $e (param i32))
  (func $may (param $x i32) (result i32)
    (if (i32.ne (local.get $x) (i32.const 8)) (then (throw $e (local.get $x))))
    (i32.const 4))
  (func (export "f") (param $n i32) (result i32)
    (loop $l
      try $t
        (return (call $may (local.get $n)))
      catch_all
        (if (i32.eqz (local.get $n)) (then (rethrow $t)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $l)
      end)
    (unreachable)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (tag $e (;0;) (type 0) (param i32))
;;   (export "f" (func 0))
;;   (func (;0;) (type 1) (param i32) (result i32)
;;     local.get 0
;;     i32.const 8
;;     i32.ne
;;     if ;; label = @1
;;       loop ;; label = @2
;;         block ;; label = @3
;;           try ;; label = @4
;;             local.get 0
;;             throw $e
;;           catch_all
;;             local.get 0
;;             i32.eqz
;;             if ;; label = @5
;;               rethrow 1 (;@4;)
;;             end
;;             local.get 0
;;             i32.const -1
;;             i32.add
;;             local.tee 0
;;             i32.const 8
;;             i32.ne
;;             br_if 2 (;@2;)
;;             br 1 (;@3;)
;;           end
;;           unreachable
;;         end
;;       end
;;     end
;;     i32.const 4
;;   )
;; )
