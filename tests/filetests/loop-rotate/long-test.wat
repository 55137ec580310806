;; A loop with a long exit test, which would be copied, is not rotated.
;; test: optimize -O2
;; run: f(4) == 10
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.eqz (i32.load (i32.add (i32.mul (local.get $n) (i32.const 12)) (i32.load (i32.const 64))))))
      (local.set $s (i32.add (local.get $s) (local.get $n)))
      (i32.store (i32.const 0) (local.get $s))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $l)))
    (i32.add (local.get $s) (i32.const 10))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32 i32)
;;     local.get 0
;;     i32.const 12
;;     i32.mul
;;     i32.const 64
;;     i32.load
;;     local.tee 2
;;     i32.add
;;     i32.load
;;     if (result i32) ;; label = @1
;;       loop ;; label = @2
;;         i32.const 0
;;         local.get 1
;;         local.get 0
;;         i32.add
;;         local.tee 1
;;         i32.store
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 0
;;         i32.const 12
;;         i32.mul
;;         local.get 2
;;         i32.add
;;         i32.load
;;         br_if 0 (;@2;)
;;       end
;;       local.get 1
;;     else
;;       i32.const 0
;;     end
;;     i32.const 10
;;     i32.add
;;   )
;; )
