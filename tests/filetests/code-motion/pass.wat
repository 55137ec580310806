;; The whole pass: hoisted out of the loop, and still an expression tree before it.
;; test: optimize -O2
;; run: f(2, 3) == 18
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (loop $l
      (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 3))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (global $s (;0;) (mut i32) i32.const 0)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     local.get 0
;;     i32.const 3
;;     i32.mul
;;     local.tee 0
;;     global.get $s
;;     i32.add
;;     local.get 0
;;     local.get 1
;;     i32.const -1
;;     i32.add
;;     i32.mul
;;     i32.add
;;     local.tee 0
;;     global.set $s
;;     local.get 0
;;   )
;; )
