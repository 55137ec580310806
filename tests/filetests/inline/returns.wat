;; Each return of the body becomes a jump to the continuation block.
;; test: pass inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(0) == 8
;; run: f(1) == 15
;; run: f(2) == 22
(module
  (func $pick (param i32) (result i32)
    (if (i32.eqz (local.get 0)) (then (return (i32.const 7))))
    (if (i32.eq (local.get 0) (i32.const 1)) (then (return (i32.const 14))))
    (i32.const 21))
  (func (export "f") (param i32) (result i32)
    (i32.add (call $pick (local.get 0)) (i32.const 1))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f1
;;   func f0 : ty0 "pick" {
;;   b0(v0: i32):
;;     v1 = i32.eqz v0
;;     br_if v1, b2, b1
;;   b1:
;;     v3 = i32.const 1
;;     v4 = i32.eq v0, v3
;;     br_if v4, b5, b4
;;   b2:
;;     v2 = i32.const 7
;;     return v2
;;   b4:
;;     v6 = i32.const 21
;;     return v6
;;   b5:
;;     v5 = i32.const 14
;;     return v5
;;   }
;;   func f1 : ty0 {
;;     ctx0 = "inline f0"
;;   b0(v0: i32):
;;     v5 = i32.eqz v0
;;     v13 = i32.const 7
;;     br_if v5, b1(v13), b2
;;   b1(v4: i32):
;;     v2 = i32.const 1
;;     v3 = i32.add v4, v2
;;     return v3
;;   b2:
;;     v6 = i32.const 1
;;     v7 = i32.eq v0, v6
;;     v11 = i32.const 14
;;     v12 = i32.const 21
;;     v14 = select v11, v12, v7
;;     jump b1(v14)
;;   }
;; }
