;; Probes at 64-bit addresses are left alone.
;; test: pass redundant-traps,dce
;; run: f(0) == 0
(module
  (memory i64 1 100)
  (func (export "f") (param i64) (result i32)
    (drop (i32.load (i64.add (local.get 0) (i64.const 4))))
    (drop (i32.load (i64.add (local.get 0) (i64.const 8))))
    (i32.add (i32.load (local.get 0)) (i32.load (i64.add (local.get 0) (i64.const 12))))))

;; expect:
;; module {
;;   ty0 = func (i64) -> (i32)
;;   memory m0 : i64 1..100
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i64):
;;     v1 = i64.const 4
;;     v2 = i64.add v0, v1
;;     v3 = i32.load v2
;;     v4 = i64.const 8
;;     v5 = i64.add v0, v4
;;     v6 = i32.load v5
;;     v7 = i32.load v0
;;     v8 = i64.const 12
;;     v9 = i64.add v0, v8
;;     v10 = i32.load v9
;;     v11 = i32.add v7, v10
;;     return v11
;;   }
;; }
