;; A loop that one arm leaves by a tail call: a value that passes through is redirected, also for the call.
;; test: graph redirect,dead
(module
  (import "" "a" (func $a (param i32) (result i32)))
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local.get $x)
    (loop $l (param i32) (result i32)
      (local.set $x)
      (if (i32.eq (local.get $n) (i32.const 7))
        (then (return_call $a (local.get $x))))
      (i32.store (local.get $n) (local.get $x))
      (local.get $x)
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))))

;; expect:
;; ; gamma 0, theta 1, dead output 0, dead pre 0
;; f1: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = undef control
;;   e6 = undef order
;;   s7.0 = undef state.0
;;   v8 = undef i32
;;   c9 = control 3
;;   v10, s11.0, e12, s13.0, e14, s15.0, e16, c17 = theta (v18 = v0, s19.0 = s2.0, e20 = e4, s21.0 = s7.0, e22 = e6, s23.0 = s7.0, e24 = e6, c25 = c5) {
;;     v26 = i32.const 7
;;     v27 = i32.eq v18, v26
;;     c28 = match v27 {0 => 0, _ => 1}
;;     v29, s30.0, e31, s32.0, e33, c34 = gamma c28 {
;;       0:
;;         s35.0, e36 = i32.store v18, v1, s19.0, e20
;;         v37 = i32.const 1
;;         v38 = i32.sub v18, v37
;;         c39 = match v38 {0 => 5, _ => 1}
;;       => v38, s35.0, e36, s35.0, e36, c39
;;       1:
;;       => v8, s7.0, e6, s7.0, e6, c9
;;     }
;;     c40 = match c34 {1 => 1, _ => 0}
;;     => c40 repeat v29, s30.0, e31, s19.0, e20, s32.0, e33, c34
;;   }
;;   c41 = match c17 {5 => 0, _ => 1}
;;   e42 = gamma c41 {
;;     0:
;;     => e16
;;     1:
;;       s43.0, s44.1, e45 = return_call f0 v1, s13.0, s3.1, e14
;;     => e45
;;   }
;; } => v1, s15.0, s3.1, e42
