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
;; ; gamma 3, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   e6 = undef order
;;   s7.0 = undef state.0
;;   c8 = control 4294967295
;;   c9 = control 1
;;   c10 = match v0 {0 => 0, _ => 1}
;;   v11 = i32.const 1
;;   s12.0, e13, c14 = gamma c10 {
;;     0:
;;     => s3.0, e5, c9
;;     1:
;;       c15 = match v1 {0 => 0, _ => 1}
;;       s16.0, e17, c18 = gamma c15 {
;;         0:
;;           v19 = i32.const 0
;;           s20.0, e21 = i32.store v19, v2, s3.0, e5
;;         => s20.0, e21, c9
;;         1:
;;         => s7.0, e6, c8
;;       }
;;     => s16.0, e17, c18
;;   }
;;   c22 = match c14 {1 => 0, _ => 1}
;;   v23, s24.0, e25 = gamma c22 {
;;     0:
;;       v26 = i32.const 1
;;       v27 = i32.add v2, v26
;;     => v27, s12.0, e13
;;     1:
;;     => v11, s3.0, e5
;;   }
;; } => v23, s24.0, s4.1, e25
