;; A function that may leave by a tail call passes nothing through.
;; test: pass graph
;; run: g(7, 3) == 693
;; run: g(7, 0) == 0
(module
  (func $a (param i32) (result i32) (i32.mul (local.get 0) (i32.const 100)))
  (func $f (param $x i32) (param $n i32) (result i32)
    (if (local.get $n) (then (return_call $a (local.get $x))))
    (local.get $x))
  (func (export "g") (param $x i32) (param $n i32) (result i32)
    (i32.sub (call $f (local.get $x) (local.get $n)) (local.get $x))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   export "g" f2
;;   func f0 : ty0 "a" {
;;   b0(v0: i32):
;;     v1 = i32.const 100
;;     v2 = i32.mul v0, v1
;;     return v2
;;   }
;;   func f1 : ty1 "f" {
;;   b0(v0: i32, v1: i32):
;;     br_if v1, b2, b3
;;   b1:
;;     return v0
;;   b2:
;;     return_call f0 v0
;;   b3:
;;     jump b1
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = call f1 v0, v1
;;     v3 = i32.sub v2, v0
;;     return v3
;;   }
;; }
