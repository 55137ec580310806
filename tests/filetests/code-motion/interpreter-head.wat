;; At the start of a dispatch loop nothing can be placed: nodes that the cases share are hoisted out of the loop or
;; stay in the cases.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 17
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (loop $l (block $c (block $b (block $a (br_table $a $b $c (local.get $n))) (return (global.get $s))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 7)))) (local.set $n (i32.const 0)) (br $l)) (global.set $s (i32.add (global.get $s) (i32.add (i32.mul (local.get $x) (i32.const 7)) (i32.mul (local.get $n) (i32.const 1))))) (local.set $n (i32.and (i32.sub (local.get $n) (i32.const 1)) (i32.const 1))) (br $l))
    (global.get $s)))

;; expect:
;; ; cne: pure 3
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 1, delayed 2, merged 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   e5 = undef order
;;   s6.0 = undef state.0
;;   v7 = undef i32
;;   c8 = control 1
;;   c9 = control 4
;;   v10 = i32.const 0
;;   v11 = i32.const 7
;;   v12 = i32.mul v0, v11
;;   v13, s14.0, e15, s16.0, e17 = theta (v18 = v1, s19.0 = s2.0, e20 = e4, s21.0 = s6.0, e22 = e5) {
;;     c23 = match v18 {0 => 0, 1 => 1, _ => 2}
;;     v24, s25.0, e26, c27 = gamma c23 {
;;       0:
;;       => v7, s6.0, e5, c9
;;       1:
;;         v28 = global.get g0 s19.0
;;         v29 = i32.add v28, v12
;;         s30.0, e31 = global.set g0 v29, s19.0, e20
;;       => v10, s30.0, e31, c8
;;       2:
;;         v32 = global.get g0 s19.0
;;         v33 = i32.const 7
;;         v34 = i32.const 1
;;         v35 = i32.mul v18, v34
;;         v36 = i32.add v12, v35
;;         v37 = i32.add v32, v36
;;         s38.0, e39 = global.set g0 v37, s19.0, e20
;;         v40 = i32.sub v18, v34
;;         v41 = i32.and v40, v34
;;       => v41, s38.0, e39, c8
;;     }
;;     c42 = match c27 {1 => 1, _ => 0}
;;     => c42 repeat v24, s25.0, e26, s19.0, e20
;;   }
;;   v43 = global.get g0 s16.0
;; } => v43, s16.0, s3.1, e17
