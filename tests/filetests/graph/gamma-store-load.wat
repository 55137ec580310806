;; One alternative stores: a load after the gamma depends on the gamma's state, not on the one before.
;; test: graph redirect,dead
;; run: f(1, 5) == 5
;; run: f(0, 5) == 0
(module
  (memory 1)
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (drop (i32.load (i32.const 0)))
    (if (local.get $c)
      (then (i32.store (i32.const 0) (local.get $x))))
    (i32.load (i32.const 0))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = match v0 {0 => 0, _ => 1}
;;   s6.0, e7 = gamma c5 {
;;     0:
;;     => s2.0, e4
;;     1:
;;       v8 = i32.const 0
;;       s9.0, e10 = i32.store v8, v1, s2.0, e4
;;     => s9.0, e10
;;   }
;;   v11 = i32.const 0
;;   v12 = i32.load v11, s6.0
;; } => v12, s6.0, s3.1, e7
