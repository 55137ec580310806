;; Addresses are compared as linear sums: elements of an array at an index minus constants.
;; test: pass redundant-traps,dce
;; run: f(20, 0) == 0
;; run: f(0, 5) == 0
;; run: f(16, 0) == trap
;; run: f(65532, 0) == 0
(module
  (memory 1 100)
  (func (export "f") (param i32 i32) (result i32)
    (drop (i32.load (i32.add (local.get 0) (i32.shl (i32.sub (local.get 1) (i32.const 1)) (i32.const 2)))))
    (drop (i32.load (i32.add (local.get 0) (i32.shl (i32.sub (local.get 1) (i32.const 2)) (i32.const 2)))))
    (drop (i32.load (i32.add (local.get 0) (i32.shl (i32.sub (local.get 1) (i32.const 3)) (i32.const 2)))))
    (i32.add (i32.load (i32.add (local.get 0) (i32.shl (local.get 1) (i32.const 2)))) (i32.load (i32.add (i32.sub (local.get 0) (i32.const 20)) (i32.mul (i32.const 4) (local.get 1)))))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..100
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v20 = i32.const 2
;;     v21 = i32.shl v1, v20
;;     v22 = i32.add v0, v21
;;     v23 = i32.load v22
;;     v24 = i32.const 20
;;     v25 = i32.sub v0, v24
;;     v26 = i32.const 4
;;     v27 = i32.mul v26, v1
;;     v28 = i32.add v25, v27
;;     v29 = i32.load v28
;;     v30 = i32.add v23, v29
;;     return v30
;;   }
;; }
