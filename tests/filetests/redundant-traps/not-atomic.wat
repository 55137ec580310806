;; An atomic load is no probe: it also orders other accesses.
;; test: pass redundant-traps,dce
;; run: f(0) == 0
(module
  (memory 1 100)
  (func (export "f") (param i32) (result i32)
    (drop (i32.atomic.load (i32.add (local.get 0) (i32.const 4))))
    (drop (i32.atomic.load (i32.add (local.get 0) (i32.const 8))))
    (i32.add (i32.load (local.get 0)) (i32.load (i32.add (local.get 0) (i32.const 12))))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..100
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 4
;;     v2 = i32.add v0, v1
;;     v3 = i32.atomic.load v2
;;     v4 = i32.const 8
;;     v5 = i32.add v0, v4
;;     v6 = i32.atomic.load v5
;;     v7 = i32.load v0
;;     v8 = i32.const 12
;;     v9 = i32.add v0, v8
;;     v10 = i32.load v9
;;     v11 = i32.add v7, v10
;;     return v11
;;   }
;; }
