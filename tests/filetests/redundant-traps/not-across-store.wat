;; A store ends a run: after a trap it is observable whether it was executed.
;; test: pass redundant-traps,dce
;; run: f(16, 0) == 0
(module
  (memory 1 100)
  (func (export "f") (param i32 i32) (result i32)
    (local.set 1 (i32.load (local.get 0)))
    (drop (i32.load (i32.add (local.get 0) (i32.const 4))))
    (drop (i32.load (i32.add (local.get 0) (i32.const 8))))
    (i32.store (i32.const 0) (i32.const 1))
    (i32.add (local.get 1) (i32.load (i32.add (local.get 0) (i32.const 12))))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..100
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.load v0
;;     v6 = i32.const 8
;;     v7 = i32.add v0, v6
;;     v8 = i32.load v7
;;     v9 = i32.const 0
;;     v10 = i32.const 1
;;     i32.store v9, v10
;;     v11 = i32.const 12
;;     v12 = i32.add v0, v11
;;     v13 = i32.load v12
;;     v14 = i32.add v2, v13
;;     return v14
;;   }
;; }
