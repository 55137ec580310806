;; A stored value is forwarded to a load, and converted if the types differ.
;; test: graph common,dead
;; run: f(-1, -1) == 255
(module
  (memory 1)
  (func (export "f") (param i32 i32) (result i32)
    (i32.store (i32.const 0) (local.get 1))
    (i32.store8 (i32.const 8) (local.get 0))
    (i32.and (i32.reinterpret_f32 (f32.load (i32.const 0))) (i32.load8_u (i32.const 8)))))

;; expect:
;; ; cne: pure 2, stores 2
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   s6.0, e7 = i32.store v5, v1, s2.0, e4
;;   v8 = i32.const 8
;;   s9.0, e10 = i32.store8 v8, v0, s6.0, e7
;;   v11 = f32.reinterpret_i32 v1
;;   v12 = i32.reinterpret_f32 v11
;;   v13 = i32.const 255
;;   v14 = i32.and v0, v13
;;   v15 = i32.and v12, v14
;; } => v15, s9.0, s3.1, e10
