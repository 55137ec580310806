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
;;   (export "f" (func 1))
;;   (func $may (;0;) (type 1) (param i32) (result i32)
;;     local.get 0
;;     i32.const 8
;;     i32.ne
;;     if ;; label = @1
;;       local.get 0
;;       throw $e
;;     end
;;     i32.const 4
;;   )
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     loop (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch_all
;;         local.get 0
;;         if ;; label = @3
;;           local.get 0
;;           i32.const -1
;;           i32.add
;;           local.set 0
;;           br 2 (;@1;)
;;         end
;;         rethrow 0 (;@2;)
;;       end
;;       return
;;     end
;;   )
;; )
