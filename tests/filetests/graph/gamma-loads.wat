;; Loads in both alternatives, one behind a store: two values.
;; test: graph redirect,dead
;; run: f(1, 5) == 5
;; run: f(0, 5) == 0
(module
  (memory 1)
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (if (result i32) (local.get $c)
      (then (i32.store (i32.const 0) (local.get $x)) (i32.load (i32.const 0)))
      (else (i32.load (i32.const 0))))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = match v0 {0 => 0, _ => 1}
;;   v6, s7.0, e8 = gamma c5 {
;;     0:
;;       v9 = i32.const 0
;;       v10 = i32.load v9, s2.0
;;     => v10, s2.0, e4
;;     1:
;;       v11 = i32.const 0
;;       s12.0, e13 = i32.store v11, v1, s2.0, e4
;;       v14 = i32.const 0
;;       v15 = i32.load v14, s12.0
;;     => v15, s12.0, e13
;;   }
;; } => v6, s7.0, s3.1, e8
