;; A load is not forwarded across a gamma of which one alternative writes its location.
;; test: graph common,dead
;; run: f(0) == 9
;; run: f(1) == 7
(module
  (memory 1)
  (func (export "f") (param i32) (result i32)
    (i32.store (i32.const 16) (i32.const 9))
    (if (local.get 0) (then (i32.store (i32.const 16) (i32.const 7))))
    (i32.load (i32.const 16))))

;; expect:
;; ; cne: pure 2
;; f0: graph (v0: i32, s1.0, s2.1, e3) {
;;   v4 = i32.const 16
;;   v5 = i32.const 9
;;   s6.0, e7 = i32.store v4, v5, s1.0, e3
;;   c8 = match v0 {0 => 0, _ => 1}
;;   s9.0, e10 = gamma c8 {
;;     0:
;;     => s6.0, e7
;;     1:
;;       v11 = i32.const 7
;;       s12.0, e13 = i32.store v4, v11, s6.0, e7
;;     => s12.0, e13
;;   }
;;   v14 = i32.load v4, s9.0
;; } => v14, s9.0, s2.1, e10
