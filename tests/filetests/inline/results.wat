;; Several results become several parameters of the continuation block.
;; test: pass inline,unreachable
;; run: f(7, 2) == 4
;; run: f(2, 7) == 4
(module
  (func $order (param i32 i32) (result i32 i32)
    (if (i32.lt_s (local.get 0) (local.get 1)) (then (return (local.get 1) (local.get 0))))
    (local.get 0) (local.get 1))
  (func (export "f") (param i32 i32) (result i32)
    (call $order (local.get 0) (local.get 1))
    i32.sub
    (i32.sub (i32.const 1))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32, i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   export "f" f1
;;   func f0 : ty0 "order" {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.lt_s v0, v1
;;     br_if v2, b2, b3
;;   b1:
;;     return v0, v1
;;   b2:
;;     return v1, v0
;;   b3:
;;     jump b1
;;   }
;;   func f1 : ty1 {
;;     ctx0 = "inline f0"
;;   b0(v0: i32, v1: i32):
;;     v9 = i32.lt_s v0, v1
;;     br_if v9, b4, b2
;;   b1(v7: i32, v8: i32):
;;     v4 = i32.sub v7, v8
;;     v5 = i32.const 1
;;     v6 = i32.sub v4, v5
;;     return v6
;;   b2:
;;     jump b3
;;   b3:
;;     jump b1(v0, v1)
;;   b4:
;;     jump b1(v1, v0)
;;   }
;; }
