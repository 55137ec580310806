;; A loop with its test at the top is rotated: a guard before it, the test at the bottom.
;; test: optimize -O2
;; run: f(4) == 10
;; run: f(0) == 0
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.eqz (local.get $n)))
      (local.set $s (i32.add (local.get $s) (local.get $n)))
      (i32.store (i32.const 0) (local.get $s))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32)
;;     local.get 0
;;     if (result i32) ;; label = @1
;;       i32.const 0
;;       local.get 0
;;       local.get 0
;;       i32.const -1
;;       i32.add
;;       local.tee 1
;;       local.get 1
;;       i32.mul
;;       i32.add
;;       local.get 1
;;       i32.const 1
;;       i32.shr_u
;;       local.get 0
;;       i32.const -2
;;       i32.add
;;       i32.const 1
;;       i32.or
;;       i32.mul
;;       i32.sub
;;       local.tee 0
;;       i32.store
;;       local.get 0
;;     else
;;       i32.const 0
;;     end
;;   )
;; )
