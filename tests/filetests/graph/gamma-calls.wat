;; Calls in both alternatives: a value that passes through is redirected, the order edge is not.
;; test: graph redirect,dead
(module
  (import "" "a" (func $a (param i32)))
  (import "" "b" (func $b (param i32)))
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (if (result i32) (local.get $c)
      (then (call $a (local.get $x)) (local.get $x))
      (else (call $b (local.get $x)) (local.get $x)))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f2: graph (v0: i32, v1: i32, s2.0, e3) {
;;   c4 = match v0 {0 => 0, _ => 1}
;;   s5.0, e6 = gamma c4 {
;;     0:
;;       s7.0, e8 = call f1 v1, s2.0, e3
;;     => s7.0, e8
;;     1:
;;       s9.0, e10 = call f0 v1, s2.0, e3
;;     => s9.0, e10
;;   }
;; } => v1, s5.0, e6
