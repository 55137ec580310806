;; A nested conditional is hoisted out of a loop with the outer one, not on its own.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 18
;; run: f(0, 3) == 0
;; run: f(1, 3) == 3
(module
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s)
        (if (result i32) (local.get $x)
          (then (if (result i32) (i32.eq (local.get $x) (i32.const 1)) (then (local.get $x)) (else (i32.mul (local.get $x) (i32.const 3)))))
          (else (i32.const 0)))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted_conditionals 1, delayed 2
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   v4 = i32.const 0
;;   c5 = match v0 {0 => 0, _ => 1}
;;   v6 = gamma c5 {
;;     0:
;;     => v4
;;     1:
;;       v7 = i32.const 1
;;       v8 = i32.eq v0, v7
;;       c9 = match v8 {0 => 0, _ => 1}
;;       v10 = gamma c9 {
;;         0:
;;           v11 = i32.const 3
;;           v12 = i32.mul v0, v11
;;         => v12
;;         1:
;;         => v0
;;       }
;;     => v10
;;   }
;;   v13, v14 = theta (v15 = v1, v16 = v4) {
;;     v17 = i32.const 1
;;     v18 = i32.sub v15, v17
;;     c19 = match v18 {0 => 0, _ => 1}
;;     v20 = i32.add v16, v6
;;     => c19 repeat v18, v20
;;   }
;; } => v14, s2.0, e3
