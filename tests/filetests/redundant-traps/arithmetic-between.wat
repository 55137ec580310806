;; Pure operators between the loads do not end a run, and neither does a division, which may only trap.
;; test: pass redundant-traps,dce
;; run: f(0, 5) == 20
;; run: f(0, 0) == trap
;; run: f(65521, 5) == trap
(module
  (memory 1 100)
  (func (export "f") (param i32 i32) (result i32)
    (drop (i32.load (i32.add (local.get 0) (i32.const 4))))
    (local.set 1 (i32.div_u (i32.const 100) (local.get 1)))
    (drop (i32.load (i32.add (local.get 0) (i32.const 8))))
    (i32.add (local.get 1) (i32.add (i32.load (local.get 0)) (i32.load (i32.add (local.get 0) (i32.const 12)))))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..100
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v5 = i32.const 100
;;     v6 = i32.div_u v5, v1
;;     v10 = i32.load v0
;;     v11 = i32.const 12
;;     v12 = i32.add v0, v11
;;     v13 = i32.load v12
;;     v14 = i32.add v10, v13
;;     v15 = i32.add v6, v14
;;     return v15
;;   }
;; }
