;; No table: it would have more than three entries for each constant. Also at the ends of the integer range.
;; test: pass switch-formation,dce
;; run: f(13) == 13
;; run: f(14) == 0
;; run: g(0x80000000) == 1
;; run: g(0x7fffffff) == 2
(module
  (func (export "f") (param i32) (result i32)
    (if (i32.eqz (local.get 0)) (then (return (i32.const 10))))
    (if (i32.eq (local.get 0) (i32.const 4)) (then (return (i32.const 11))))
    (if (i32.eq (local.get 0) (i32.const 8)) (then (return (i32.const 12))))
    (if (i32.eq (local.get 0) (i32.const 13)) (then (return (i32.const 13))))
    (i32.const 0))
  (func (export "g") (param i32) (result i32)
    (if (i32.eq (local.get 0) (i32.const 0x80000000)) (then (return (i32.const 1))))
    (if (i32.eq (local.get 0) (i32.const 0x7fffffff)) (then (return (i32.const 2))))
    (if (i32.eq (local.get 0) (i32.const 1)) (then (return (i32.const 3))))
    (if (i32.eq (local.get 0) (i32.const 2)) (then (return (i32.const 4))))
    (i32.const 0)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.eqz v0
;;     br_if v1, b2, b3
;;   b1:
;;     v3 = i32.const 4
;;     v4 = i32.eq v0, v3
;;     br_if v4, b5, b6
;;   b2:
;;     v2 = i32.const 10
;;     return v2
;;   b3:
;;     jump b1
;;   b4:
;;     v6 = i32.const 8
;;     v7 = i32.eq v0, v6
;;     br_if v7, b8, b9
;;   b5:
;;     v5 = i32.const 11
;;     return v5
;;   b6:
;;     jump b4
;;   b7:
;;     v9 = i32.const 13
;;     v10 = i32.eq v0, v9
;;     br_if v10, b11, b12
;;   b8:
;;     v8 = i32.const 12
;;     return v8
;;   b9:
;;     jump b7
;;   b10:
;;     v12 = i32.const 0
;;     return v12
;;   b11:
;;     v11 = i32.const 13
;;     return v11
;;   b12:
;;     jump b10
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const -2147483648
;;     v2 = i32.eq v0, v1
;;     br_if v2, b2, b3
;;   b1:
;;     v4 = i32.const 2147483647
;;     v5 = i32.eq v0, v4
;;     br_if v5, b5, b6
;;   b2:
;;     v3 = i32.const 1
;;     return v3
;;   b3:
;;     jump b1
;;   b4:
;;     v7 = i32.const 1
;;     v8 = i32.eq v0, v7
;;     br_if v8, b8, b9
;;   b5:
;;     v6 = i32.const 2
;;     return v6
;;   b6:
;;     jump b4
;;   b7:
;;     v10 = i32.const 2
;;     v11 = i32.eq v0, v10
;;     br_if v11, b11, b12
;;   b8:
;;     v9 = i32.const 3
;;     return v9
;;   b9:
;;     jump b7
;;   b10:
;;     v13 = i32.const 0
;;     return v13
;;   b11:
;;     v12 = i32.const 4
;;     return v12
;;   b12:
;;     jump b10
;;   }
;; }
