;; Addresses that are a page apart may wrap around, even in a small memory.
;; test: pass redundant-traps,dce
;; run: f(0) == 0
;; run: f(20000) == trap
(module
  (memory 1 65535)
  (func (export "f") (param i32) (result i32)
    (drop (i32.load (i32.add (local.get 0) (i32.const 40000))))
    (drop (i32.load (i32.add (local.get 0) (i32.const 20000))))
    (i32.add (i32.load (local.get 0)) (i32.load (i32.add (local.get 0) (i32.const 60000))))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..65535
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v4 = i32.const 20000
;;     v5 = i32.add v0, v4
;;     v6 = i32.load v5
;;     v7 = i32.load v0
;;     v8 = i32.const 60000
;;     v9 = i32.add v0, v8
;;     v10 = i32.load v9
;;     v11 = i32.add v7, v10
;;     return v11
;;   }
;; }
