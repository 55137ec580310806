;; A load in bounds is not on the order edge: it is hoisted out of a branch and a loop, or sunk into the only arm
;; that uses it.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: hoist(-1, 3) == 0
;; run: sink(7, 0) == 0
;; run: sink(7, 1) == 0
(module
  (memory 1)
  (global $g (export "g") (mut i32) (i32.const 0))
  (func (export "hoist") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (global.set $g (local.get $n))
      (if (i32.gt_s (local.get $n) (i32.const 1)) (then
        (local.set $s (i32.add (local.get $s) (i32.load offset=65277 (i32.and (local.get $p) (i32.const 255)))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "sink") (param $p i32) (param $c i32) (result i32)
    (local $x i32)
    (local.set $x (i32.load (i32.and (local.get $p) (i32.const 255))))
    (global.set $g (local.get $p))
    (if (result i32) (local.get $c) (then (local.get $x)) (else (i32.const 0)))))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 2, delayed 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = i32.const 0
;;   v7 = i32.const 255
;;   v8 = i32.and v0, v7
;;   v9 = i32.load offset=65277 v8, s3.1
;;   v10, v11, s12.0, e13 = theta (v14 = v6, v15 = v1, s16.0 = s2.0, e17 = e5) {
;;     s18.0, e19 = global.set g0 v15, s16.0, e17
;;     v20 = i32.const 1
;;     v21 = i32.gt_s v15, v20
;;     c22 = match v21 {0 => 0, _ => 1}
;;     v23 = gamma c22 {
;;       0:
;;       => v14
;;       1:
;;         v24 = i32.add v14, v9
;;       => v24
;;     }
;;     v25 = i32.sub v15, v20
;;     c26 = match v25 {0 => 0, _ => 1}
;;     => c26 repeat v23, v25, s18.0, e19
;;   }
;; } => v10, s12.0, s3.1, s4.2, e13
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: sunk 2
;; f1: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = i32.const 0
;;   v7 = i32.const 255
;;   s8.1, e9 = global.set g0 v0, s3.1, e5
;;   c10 = match v1 {0 => 0, _ => 1}
;;   v11 = gamma c10 {
;;     0:
;;     => v6
;;     1:
;;       v12 = i32.and v0, v7
;;       v13 = i32.load v12, s2.0
;;     => v13
;;   }
;; } => v11, s2.0, s8.1, s4.2, e9
