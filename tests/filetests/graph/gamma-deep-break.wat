;; Breaks out of nested blocks with the same value: one origin.
;; test: graph redirect,dead
;; run: f(1, 5) == 6
;; run: f(2, 5) == 6
;; run: f(0, 5) == 6
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (block $out (result i32)
      (block
        (block
          (block
            (br_if 2 (i32.eq (local.get $n) (i32.const 1)))
            (i32.store (i32.const 0) (local.get $x))
            (br_if 1 (i32.eq (local.get $n) (i32.const 2))))
          (i32.store (i32.const 4) (local.get $x))
          (br $out (local.get $x)))
        (i32.store (i32.const 8) (local.get $x)))
      (local.get $x))
    (i32.add (i32.const 1))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   e5 = undef order
;;   s6.0 = undef state.0
;;   c7 = control 2
;;   c8 = control 1
;;   v9 = i32.const 1
;;   v10 = i32.eq v0, v9
;;   c11 = match v10 {0 => 0, _ => 1}
;;   s12.0, e13, s14.0, e15, c16 = gamma c11 {
;;     0:
;;       v17 = i32.const 0
;;       s18.0, e19 = i32.store v17, v1, s2.0, e4
;;       v20 = i32.const 2
;;       v21 = i32.eq v0, v20
;;       c22 = match v21 {0 => 0, _ => 1}
;;       s23.0, e24, s25.0, e26, c27 = gamma c22 {
;;         0:
;;           v28 = i32.const 4
;;           s29.0, e30 = i32.store v28, v1, s18.0, e19
;;         => s29.0, e30, s6.0, e5, c8
;;         1:
;;           v31 = i32.const 8
;;           s32.0, e33 = i32.store v31, v1, s18.0, e19
;;         => s6.0, e5, s32.0, e33, c7
;;       }
;;     => s23.0, e24, s25.0, e26, c27
;;     1:
;;     => s6.0, e5, s2.0, e4, c7
;;   }
;;   c34 = match c16 {2 => 0, _ => 1}
;;   s35.0, e36 = gamma c34 {
;;     0:
;;     => s14.0, e15
;;     1:
;;     => s12.0, e13
;;   }
;;   v37 = i32.const 1
;;   v38 = i32.add v1, v37
;; } => v38, s35.0, s3.1, e36
