;; An unused signed division by -1 may overflow and trap, so it stays. One by another constant is removed.
;; test: pass dce
;; run: f(7) == ()
;; run: f(-2147483648) == trap
;; run: g(-9223372036854775808) == trap
;; run: h(-2147483648) == ()
(module
  (func (export "f") (param i32)
    (drop (i32.div_s (local.get 0) (i32.const -1))))
  (func (export "g") (param i64)
    (drop (i64.div_s (local.get 0) (i64.const -1))))
  (func (export "h") (param i32)
    (drop (i32.rem_s (local.get 0) (i32.const -1)))
    (drop (i32.div_s (local.get 0) (i32.const -2)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i64) -> ()
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const -1
;;     v2 = i32.div_s v0, v1
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i64):
;;     v1 = i64.const -1
;;     v2 = i64.div_s v0, v1
;;     return
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     return
;;   }
;; }
