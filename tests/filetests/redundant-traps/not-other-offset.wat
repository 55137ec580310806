;; Loads with other immediate offsets do not count: offsets do not wrap, sums do.
;; test: pass redundant-traps,dce
;; run: f(0) == 0
;; run: f(-4) == trap
(module
  (memory 1 100)
  (func (export "f") (param i32) (result i32)
    (drop (i32.load offset=4 (local.get 0)))
    (drop (i32.load offset=8 (local.get 0)))
    (i32.add (i32.load (local.get 0)) (i32.load (i32.add (local.get 0) (i32.const 12))))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..100
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.load v0 offset=4
;;     v2 = i32.load v0 offset=8
;;     v3 = i32.load v0
;;     v4 = i32.const 12
;;     v5 = i32.add v0, v4
;;     v6 = i32.load v5
;;     v7 = i32.add v3, v6
;;     return v7
;;   }
;; }
