;; An early return in one arm of a nested branch: the value that continues has one origin, the returned one has two.
;; test: graph redirect,dead
;; run: f(1, 1, 5) == 1
;; run: f(1, 0, 5) == 6
;; run: f(0, 0, 5) == 6
(module
  (memory 1)
  (func (export "f") (param $c i32) (param $d i32) (param $x i32) (result i32)
    (if (result i32) (local.get $c)
      (then
        (if (local.get $d) (then (return (i32.const 1))))
        (i32.store (i32.const 0) (local.get $x))
        (local.get $x))
      (else (local.get $x)))
    (i32.add (i32.const 1))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6 = undef i32
;;   e7 = undef order
;;   s8.0 = undef state.0
;;   c9 = control 4294967295
;;   c10 = control 1
;;   c11 = match v0 {0 => 0, _ => 1}
;;   s12.0, e13, v14, c15 = gamma c11 {
;;     0:
;;     => s3.0, e5, v6, c10
;;     1:
;;       c16 = match v1 {0 => 0, _ => 1}
;;       s17.0, e18, v19, c20 = gamma c16 {
;;         0:
;;           v21 = i32.const 0
;;           s22.0, e23 = i32.store v21, v2, s3.0, e5
;;         => s22.0, e23, v6, c10
;;         1:
;;           v24 = i32.const 1
;;         => s8.0, e7, v24, c9
;;       }
;;     => s17.0, e18, v19, c20
;;   }
;;   c25 = match c15 {1 => 0, _ => 1}
;;   v26, s27.0, e28 = gamma c25 {
;;     0:
;;       v29 = i32.const 1
;;       v30 = i32.add v2, v29
;;     => v30, s12.0, e13
;;     1:
;;     => v14, s3.0, e5
;;   }
;; } => v26, s27.0, s4.1, e28
