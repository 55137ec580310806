;; Values with one use are operands. One with two uses gets a local.tee.
;; test: write
;; run: f(3, 4) == 49
(module
  (func (export "f") (param i32 i32) (result i32)
    (local $a i32) (local $b i32) (local $c i32)
    (local.set $a (local.get 0))
    (local.set $b (local.get 1))
    (local.set $c (i32.add (local.get $a) (local.get $b)))
    (i32.mul (local.get $c) (local.get $c))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     local.get 0
;;     local.get 1
;;     i32.add
;;     local.tee 0
;;     local.get 0
;;     i32.mul
;;   )
;; )
