;; An alternative that ends in an infinite loop has undefined results: the others decide, and the effects before it
;; stay.
;; test: graph redirect,dead
(module
  (import "" "a" (func $a (param i32)))
  (memory 1)
  (func (export "f") (param $x i32) (result i32)
    (i32.store (i32.const 0) (local.get $x))
    (if (local.get $x) (then (loop $l (br $l))))
    (call $a (local.get $x))
    (local.get $x)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, s1.0, s2.1, e3) {
;;   s4.1 = undef state.1
;;   s5.0 = undef state.0
;;   c6 = control 1
;;   v7 = i32.const 0
;;   s8.0, e9 = i32.store v7, v0, s1.0, e3
;;   c10 = match v0 {0 => 0, _ => 1}
;;   s11.0, s12.1, e13 = gamma c10 {
;;     0:
;;       s14.0, s15.1, e16 = call f0 v0, s8.0, s2.1, e9
;;     => s14.0, s15.1, e16
;;     1:
;;       e17 = theta (e18 = e9) {
;;         => c6 repeat e18
;;       }
;;     => s5.0, s4.1, e17
;;   }
;; } => v0, s11.0, s12.1, e13
