;; Results of two calls of one function, one in each alternative, are two values.
;; test: graph redirect,dead
(module
  (import "" "a" (func $a (param i32) (result i32)))
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (if (result i32) (local.get $c)
      (then (call $a (local.get $x)))
      (else (call $a (local.get $x))))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, v1: i32, s2.0, e3) {
;;   c4 = match v0 {0 => 0, _ => 1}
;;   v5, s6.0, e7 = gamma c4 {
;;     0:
;;       v8, s9.0, e10 = call f0 v1, s2.0, e3
;;     => v8, s9.0, e10
;;     1:
;;       v11, s12.0, e13 = call f0 v1, s2.0, e3
;;     => v11, s12.0, e13
;;   }
;; } => v5, s6.0, e7
