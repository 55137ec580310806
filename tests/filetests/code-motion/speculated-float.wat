;; Float operators are total: a square root under a condition in a loop is hoisted out of both.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(4, 3) == 6
(module
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $s f64)
    (loop $l
      (if (i32.and (local.get $n) (i32.const 1))
        (then (local.set $s (f64.add (local.get $s) (f64.add (f64.sqrt (f64.convert_i32_s (local.get $x))) (f64.const 1))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.trunc_f64_s (local.get $s))))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 3, delayed 1
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   v4 = f64.const 0.0
;;   v5 = f64.convert_i32_s v0
;;   v6 = f64.sqrt v5
;;   v7 = f64.const 1.0
;;   v8 = f64.add v6, v7
;;   v9, v10 = theta (v11 = v4, v12 = v1) {
;;     v13 = i32.const 1
;;     v14 = i32.and v12, v13
;;     c15 = match v14 {0 => 0, _ => 1}
;;     v16 = gamma c15 {
;;       0:
;;       => v11
;;       1:
;;         v17 = f64.add v11, v8
;;       => v17
;;     }
;;     v18 = i32.sub v12, v13
;;     c19 = match v18 {0 => 0, _ => 1}
;;     => c19 repeat v16, v18
;;   }
;;   v20, e21 = i32.trunc_f64_s v9, e3
;; } => v20, s2.0, e21
