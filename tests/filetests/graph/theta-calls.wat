;; A loop of calls: values that pass through are redirected, and the calls keep their order.
;; test: graph redirect,dead
(module
  (import "" "a" (func $a (param i32) (result i32)))
  (func (export "f") (param $x i32) (result i32)
    (call $a (i32.const 1)) (drop)
    (local.get $x)
    (loop $l (param i32) (result i32)
      (br_if $l (call $a (i32.const 2))))
    (call $a)))

;; expect:
;; ; gamma 0, theta 1, dead output 0, dead pre 0
;; f1: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 1
;;   v4, s5.0, e6 = call f0 v3, s1.0, e2
;;   s7.0, e8 = theta (s9.0 = s5.0, e10 = e6) {
;;     v11 = i32.const 2
;;     v12, s13.0, e14 = call f0 v11, s9.0, e10
;;     c15 = match v12 {0 => 0, _ => 1}
;;     => c15 repeat s13.0, e14
;;   }
;;   v16, s17.0, e18 = call f0 v0, s7.0, e8
;; } => v16, s17.0, e18
