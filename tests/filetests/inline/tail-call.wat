;; A tail call in the body becomes a call, whose results the body returns.
;; test: pass inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(5) == 26
(module
  (import "env" "i" (func $i (param i32) (result i32)))
  (table 1 funcref) (elem (i32.const 0) $square)
  (type $t (func (param i32) (result i32)))
  (func $square (export "square") (type $t) (i32.mul (local.get 0) (local.get 0)))
  (func $jump (param i32) (result i32)
    (if (i32.eqz (local.get 0)) (then (return_call $i (local.get 0))))
    (return_call_indirect (type $t) (local.get 0) (i32.const 0)))
  (func (export "f") (param i32) (result i32)
    (i32.add (call $jump (local.get 0)) (i32.const 1))))

;; expect:
;; module {
;;   ty0 "t" = func (i32) -> (i32)
;;   import f0 "env" "i" : ty0 "i"
;;   table t0 : 1.. funcref
;;   export "square" f1
;;   export "f" f3
;;   elem elem0 active t0 (i32.const 0) funcs f1
;;   func f1 : ty0 "square" {
;;   b0(v0: i32):
;;     v1 = i32.mul v0, v0
;;     return v1
;;   }
;;   func f2 : ty0 "jump" {
;;   b0(v0: i32):
;;     v1 = i32.eqz v0
;;     br_if v1, b2, b1
;;   b1:
;;     v2 = i32.const 0
;;     return_call_indirect ty0 t0 v0, v2
;;   b2:
;;     return_call f0 v0
;;   }
;;   func f3 : ty0 {
;;     ctx0 = "inline f2"
;;   b0(v0: i32):
;;     v5 = i32.eqz v0
;;     br_if v5, b3, b2
;;   b1(v4: i32):
;;     v2 = i32.const 1
;;     v3 = i32.add v4, v2
;;     return v3
;;   b2:
;;     v6 = i32.const 0
;;     v7 = call_indirect ty0 t0 v0, v6
;;     jump b1(v7)
;;   b3:
;;     v9 = i32.const 0
;;     v8 = call f0 v9
;;     jump b1(v8)
;;   }
;; }
