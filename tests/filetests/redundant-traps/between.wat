;; Two loads trap for the probes between them, in a memory that never reaches its largest possible size.
;; test: pass redundant-traps,dce
;; run: f(0) == 0
;; run: f(65512) == 0
;; run: f(65513) == trap
;; run: f(65516) == trap
;; run: f(65532) == trap
;; run: f(-4) == trap
;; run: f(-24) == trap
(module
  (memory 1 100)
  (func (export "f") (param i32) (result i32)
    (drop (i32.load (i32.add (local.get 0) (i32.const 4))))
    (drop (i32.load (i32.add (local.get 0) (i32.const 8))))
    (drop (i32.load (i32.add (local.get 0) (i32.const 12))))
    (drop (i32.load (i32.add (local.get 0) (i32.const 16))))
    (i32.add (i32.load (local.get 0)) (i32.load (i32.add (local.get 0) (i32.const 20))))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..100
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v13 = i32.load v0
;;     v14 = i32.const 20
;;     v15 = i32.add v0, v14
;;     v16 = i32.load v15
;;     v17 = i32.add v13, v16
;;     return v17
;;   }
;; }
