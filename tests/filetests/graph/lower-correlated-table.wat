;; Lowering: a test that a case of a jump table decides is not emitted behind that case. Where the case does not
;; decide it, it is.
;; test: pass graph
;; run: f(0) == 1
;; run: f(1) == 3
;; run: f(2) == 6
;; run: f(9) == 6
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (block $done (block $b2 (block $b1 (block $b0
      (br_table $b0 $b1 $b2 (local.get $n)))
      (i32.store (i32.const 0) (i32.const 1)) (br $done))
      (i32.store (i32.const 0) (i32.const 2)) (br $done))
      (i32.store (i32.const 0) (i32.const 4)))
    (if (local.get $n) (then
      (i32.store (i32.const 4) (i32.const 1))
      (if (i32.ne (local.get $n) (i32.const 1)) (then (i32.store (i32.const 4) (i32.const 2))))))
    (i32.add (i32.load (i32.const 0)) (i32.load (i32.const 4)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     br_table v0, b1, b2, b3
;;   b1:
;;     v1 = i32.const 0
;;     v2 = i32.const 1
;;     i32.store v1, v2
;;     jump b7
;;   b2:
;;     v3 = i32.const 0
;;     v4 = i32.const 2
;;     i32.store v3, v4
;;     jump b4
;;   b3:
;;     v5 = i32.const 0
;;     v6 = i32.const 4
;;     i32.store v5, v6
;;     jump b4
;;   b4:
;;     v7 = i32.const 4
;;     v8 = i32.const 1
;;     i32.store v7, v8
;;     v9 = i32.ne v0, v8
;;     br_if v9, b5, b6
;;   b5:
;;     v10 = i32.const 2
;;     i32.store v7, v10
;;     jump b6
;;   b6:
;;     jump b7
;;   b7:
;;     v11 = i32.const 0
;;     v12 = i32.load v11
;;     v13 = i32.const 4
;;     v14 = i32.load v13
;;     v15 = i32.add v12, v14
;;     return v15
;;   }
;; }
