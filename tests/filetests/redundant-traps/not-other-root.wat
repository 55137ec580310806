;; Loads at unrelated base addresses do not count: the distance is unknown.
;; test: pass redundant-traps,dce
;; run: f(0, 8) == 0
;; run: f(65532, 8) == trap
(module
  (memory 1 100)
  (func (export "f") (param i32 i32) (result i32)
    (drop (i32.load (i32.add (local.get 0) (i32.const 4))))
    (drop (i32.load (i32.add (local.get 1) (i32.const 4))))
    (i32.add (i32.load (local.get 0)) (i32.load (i32.add (local.get 1) (i32.const 12))))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..100
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 4
;;     v3 = i32.add v0, v2
;;     v4 = i32.load v3
;;     v5 = i32.const 4
;;     v6 = i32.add v1, v5
;;     v7 = i32.load v6
;;     v8 = i32.load v0
;;     v9 = i32.const 12
;;     v10 = i32.add v1, v9
;;     v11 = i32.load v10
;;     v12 = i32.add v8, v11
;;     return v12
;;   }
;; }
