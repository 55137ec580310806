;; Comparisons of one value with dense constants become a jump table that begins at 0. A repeated constant has no
;; effect.
;; test: pass switch-formation,dce
;; run: f(0) == 10
;; run: f(2) == 12
;; run: f(3) == 13
;; run: f(4) == 14
;; run: f(1) == 99
;; run: f(-1) == 99
;; run: f(5) == 99
(module
  (func (export "f") (param i32) (result i32)
    (if (i32.eq (local.get 0) (i32.const 3)) (then (return (i32.const 13))))
    (if (i32.eqz (local.get 0)) (then (return (i32.const 10))))
    (if (i32.ne (local.get 0) (i32.const 4)) (then) (else (return (i32.const 14))))
    (if (i32.eq (i32.const 3) (local.get 0)) (then (return (i32.const 55))))
    (if (i32.eq (i32.const 2) (local.get 0)) (then (return (i32.const 12))))
    (i32.const 99)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     br_table v0, b5, b15, b14, b2, b9, b15
;;   b2:
;;     v3 = i32.const 13
;;     return v3
;;   b5:
;;     v5 = i32.const 10
;;     return v5
;;   b9:
;;     v8 = i32.const 14
;;     return v8
;;   b11:
;;     v11 = i32.const 55
;;     return v11
;;   b13:
;;     v15 = i32.const 99
;;     return v15
;;   b14:
;;     v14 = i32.const 12
;;     return v14
;;   b15:
;;     jump b13
;;   }
;; }
