;; memory.grow ends a run: the last load may be in bounds only because memory grew.
;; test: pass redundant-traps,dce
;; run: f(0, 0) == 0
;; run: f(8, 0) == trap
(module
  (memory 1 100)
  (func (export "f") (param i32 i32) (result i32)
    (local.set 1 (i32.load (local.get 0)))
    (drop (i32.load (i32.add (local.get 0) (i32.const 65528))))
    (drop (i32.load (i32.add (local.get 0) (i32.const 4))))
    (drop (memory.grow (i32.const 1)))
    (i32.add (local.get 1) (i32.load (i32.add (local.get 0) (i32.const 65532))))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..100
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.load v0
;;     v3 = i32.const 65528
;;     v4 = i32.add v0, v3
;;     v5 = i32.load v4
;;     v6 = i32.const 4
;;     v7 = i32.add v0, v6
;;     v8 = i32.load v7
;;     v9 = i32.const 1
;;     v10 = memory.grow m0 v9
;;     v11 = i32.const 65532
;;     v12 = i32.add v0, v11
;;     v13 = i32.load v12
;;     v14 = i32.add v2, v13
;;     return v14
;;   }
;; }
