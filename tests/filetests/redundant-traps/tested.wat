;; The memory may reach its largest size: that is tested once, and operators that only probes need move under the
;; test.
;; test: pass redundant-traps,dce
;; run: f(0) == 0
;; run: f(65512) == 0
;; run: f(65516) == trap
;; run: f(-4) == trap
(module
  (memory 1)
  (func (export "f") (param i32) (result i32)
    (drop (i32.load (i32.add (local.get 0) (i32.const 4))))
    (drop (i32.load (i32.add (local.get 0) (i32.const 8))))
    (drop (i32.load (i32.add (local.get 0) (i32.const 12))))
    (drop (i32.load (i32.add (local.get 0) (i32.const 16))))
    (i32.add (i32.load (local.get 0)) (i32.load (i32.add (local.get 0) (i32.const 20))))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v18 = memory.size m0
;;     v19 = i32.const 65536
;;     v20 = i32.eq v18, v19
;;     br_if v20, b1, b2 !weights 0 1
;;   b1:
;;     v1 = i32.const 4
;;     v2 = i32.add v0, v1
;;     v3 = i32.load v2
;;     v4 = i32.const 8
;;     v5 = i32.add v0, v4
;;     v6 = i32.load v5
;;     v7 = i32.const 12
;;     v8 = i32.add v0, v7
;;     v9 = i32.load v8
;;     v10 = i32.const 16
;;     v11 = i32.add v0, v10
;;     v12 = i32.load v11
;;     jump b2
;;   b2:
;;     v13 = i32.load v0
;;     v14 = i32.const 20
;;     v15 = i32.add v0, v14
;;     v16 = i32.load v15
;;     v17 = i32.add v13, v16
;;     return v17
;;   }
;; }
