;; An allocation that may trap has an identity, too: each iteration makes another array, whatever its length, also where
;; a callee makes it. A division behind it is hoisted over it.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(3, 2) == 3
;; run: f(3, 0) == trap
;; run: g(3, 2) == 3
(module
  (type $row (array (mut i32)))
  (global $last (mut (ref null $row)) (ref.null $row))
  (func $make (param $n i32) (result (ref $row)) (array.new_default $row (local.get $n)))
  (func (export "f") (param $n i32) (param $d i32) (result i32)
    (local $b (ref null $row)) (local $c i32)
    (loop $l
      (local.set $b (array.new $row (i32.const 1) (i32.div_u (i32.const 4) (local.get $d))))
      (local.set $c (i32.add (local.get $c) (i32.eqz (ref.eq (local.get $b) (global.get $last)))))
      (local.set $c (i32.add (local.get $c) (i32.div_u (i32.const 1) (local.get $d))))
      (global.set $last (local.get $b))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $c))
  (func (export "g") (param $n i32) (param $d i32) (result i32)
    (local $b (ref null $row)) (local $c i32)
    (loop $l
      (local.set $b (call $make (local.get $d)))
      (local.set $c (i32.add (local.get $c) (i32.eqz (ref.eq (local.get $b) (global.get $last)))))
      (global.set $last (local.get $b))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $c)))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion:
;; f0: graph (v0: i32, s1.0, e2) {
;;   v3, e4 = array.new_default ty0 v0, e2
;; } => v3, s1.0, e4
;; ; cne: pure 2
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted_traps 2, delayed 4, refused.effect 1
;; f1: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   v6 = i32.const 1
;;   v7 = i32.const 4
;;   v8, e9 = i32.div_u v7, v1, e4
;;   v10, e11 = i32.div_u v6, v1, e9
;;   v12, v13, s14.0, e15 = theta (v16 = v0, v17 = v5, s18.0 = s2.0, e19 = e11) {
;;     v20, e21 = array.new ty0 v6, v8, e19
;;     v22 = global.get g0 s18.0
;;     s23.0, e24 = global.set g0 v20, s18.0, e21
;;     v25 = i32.sub v16, v6
;;     c26 = match v25 {0 => 0, _ => 1}
;;     v27 = ref.eq v20, v22
;;     v28 = i32.eqz v27
;;     v29 = i32.add v17, v28
;;     v30 = i32.add v29, v10
;;     => c26 repeat v25, v30, s23.0, e24
;;   }
;; } => v13, s14.0, s3.1, e15
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: delayed 3, refused.effect 1
;; f2: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   v6, v7, s8.0, e9 = theta (v10 = v0, v11 = v5, s12.0 = s2.0, e13 = e4) {
;;     v14, e15 = call f0 v1, e13
;;     v16 = global.get g0 s12.0
;;     s17.0, e18 = global.set g0 v14, s12.0, e15
;;     v19 = i32.const 1
;;     v20 = i32.sub v10, v19
;;     c21 = match v20 {0 => 0, _ => 1}
;;     v22 = ref.eq v14, v16
;;     v23 = i32.eqz v22
;;     v24 = i32.add v11, v23
;;     => c21 repeat v20, v24, s17.0, e18
;;   }
;; } => v7, s8.0, s3.1, e9
