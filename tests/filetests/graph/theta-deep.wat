;; Alternating nested loops and branches that all pass a value through: the innermost is redirected first, then all.
;; test: graph redirect,dead
;; run: f(1, 2, 5) == 5
;; run: f(0, 2, 5) == 5
;; run: f(1, 1, 5) == 5
(module
  (memory 1)
  (func (export "f") (param $c i32) (param $n i32) (param $x i32) (result i32) (local $m i32)
    (if (result i32) (local.get $c)
      (then
        (local.get $x)
        (loop $outer (param i32) (result i32)
          (local.set $x)
          (if (result i32) (i32.and (local.get $n) (i32.const 1))
            (then
              (local.set $m (local.get $n))
              (local.get $x)
              (loop $inner (param i32) (result i32)
                (i32.store (local.get $m) (local.get $n))
                (br_if $inner (local.tee $m (i32.sub (local.get $m) (i32.const 1))))))
            (else (i32.store (i32.const 0) (local.get $x)) (local.get $x)))
          (br_if $outer (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))
      (else (local.get $x)))))

;; expect:
;; ; gamma 2, theta 2, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   c6 = match v0 {0 => 0, _ => 1}
;;   s7.0, e8 = gamma c6 {
;;     0:
;;     => s3.0, e5
;;     1:
;;       v9, s10.0, e11 = theta (v12 = v1, s13.0 = s3.0, e14 = e5) {
;;         v15 = i32.const 1
;;         v16 = i32.and v12, v15
;;         c17 = match v16 {0 => 0, _ => 1}
;;         s18.0, e19 = gamma c17 {
;;           0:
;;             v20 = i32.const 0
;;             s21.0, e22 = i32.store v20, v2, s13.0, e14
;;           => s21.0, e22
;;           1:
;;             v23, s24.0, e25 = theta (v26 = v12, s27.0 = s13.0, e28 = e14) {
;;               s29.0, e30 = i32.store v26, v12, s27.0, e28
;;               v31 = i32.const 1
;;               v32 = i32.sub v26, v31
;;               c33 = match v32 {0 => 0, _ => 1}
;;               => c33 repeat v32, s29.0, e30
;;             }
;;           => s24.0, e25
;;         }
;;         v34 = i32.const 1
;;         v35 = i32.sub v12, v34
;;         c36 = match v35 {0 => 0, _ => 1}
;;         => c36 repeat v35, s18.0, e19
;;       }
;;     => s10.0, e11
;;   }
;; } => v2, s7.0, s4.1, e8
