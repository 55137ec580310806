;; Constants on both sides of zero: the table begins at the least of them as signed numbers.
;; test: pass switch-formation,dce
;; run: f(-2) == 12
;; run: f(-1) == 11
;; run: f(0) == 10
;; run: f(1) == 13
;; run: f(2) == 99
;; run: f(-3) == 99
;; run: f(0x7fffffff) == 99
;; run: f(0x80000000) == 99
(module
  (func (export "f") (param i32) (result i32)
    (if (i32.eq (local.get 0) (i32.const -1)) (then (return (i32.const 11))))
    (if (i32.eqz (local.get 0)) (then (return (i32.const 10))))
    (if (i32.eq (local.get 0) (i32.const 1)) (then (return (i32.const 13))))
    (if (i32.eq (local.get 0) (i32.const -2)) (then (return (i32.const 12))))
    (i32.const 99)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v13 = i32.const -2
;;     v14 = i32.sub v0, v13
;;     br_table v14, b11, b2, b5, b8, b12
;;   b2:
;;     v3 = i32.const 11
;;     return v3
;;   b5:
;;     v5 = i32.const 10
;;     return v5
;;   b8:
;;     v8 = i32.const 13
;;     return v8
;;   b10:
;;     v12 = i32.const 99
;;     return v12
;;   b11:
;;     v11 = i32.const 12
;;     return v11
;;   b12:
;;     jump b10
;;   }
;; }
