;; The load that ends last is wider, and does not start last.
;; test: pass redundant-traps,dce
;; run: f(0) == 0
;; run: f(65522) == 0
;; run: f(65523) == trap
(module
  (memory 1 100)
  (func (export "f") (param i32) (result i32)
    (drop (i32.load (i32.add (local.get 0) (i32.const 4))))
    (drop (i32.load (i32.add (local.get 0) (i32.const 8))))
    (i32.add (i32.wrap_i64 (i64.load (i32.add (local.get 0) (i32.const 6)))) (i32.load (local.get 0)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..100
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v7 = i32.const 6
;;     v8 = i32.add v0, v7
;;     v9 = i64.load v8
;;     v10 = i32.wrap_i64 v9
;;     v11 = i32.load v0
;;     v12 = i32.add v10, v11
;;     return v12
;;   }
;; }
