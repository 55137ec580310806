;; A load that may touch one byte past the end of memory keeps its place on the order edge.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: hoist(255, 1) == 0
;; run: hoist(255, 2) == trap
;; run: sink(255, 0) == trap
(module
  (memory 1)
  (global $g (export "g") (mut i32) (i32.const 0))
  (func (export "hoist") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (global.set $g (local.get $n))
      (if (i32.gt_s (local.get $n) (i32.const 1)) (then
        (local.set $s (i32.add (local.get $s) (i32.load offset=65278 (i32.and (local.get $p) (i32.const 255)))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "sink") (param $p i32) (param $c i32) (result i32)
    (local $x i32)
    (local.set $x (i32.load offset=65278 (i32.and (local.get $p) (i32.const 255))))
    (global.set $g (local.get $p))
    (if (result i32) (local.get $c) (then (local.get $x)) (else (i32.const 0)))))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 1, delayed 1, refused.trap 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = i32.const 0
;;   v7 = i32.const 255
;;   v8 = i32.and v0, v7
;;   v9, v10, s11.0, e12 = theta (v13 = v6, v14 = v1, s15.0 = s2.0, e16 = e5) {
;;     s17.0, e18 = global.set g0 v14, s15.0, e16
;;     v19 = i32.const 1
;;     v20 = i32.gt_s v14, v19
;;     c21 = match v20 {0 => 0, _ => 1}
;;     v22, e23 = gamma c21 {
;;       0:
;;       => v13, e18
;;       1:
;;         v24, e25 = i32.load offset=65278 v8, s3.1, e18
;;         v26 = i32.add v13, v24
;;       => v26, e25
;;     }
;;     v27 = i32.sub v14, v19
;;     c28 = match v27 {0 => 0, _ => 1}
;;     => c28 repeat v22, v27, s17.0, e23
;;   }
;; } => v9, s11.0, s3.1, s4.2, e12
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion:
;; f1: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   v6 = i32.const 0
;;   v7 = i32.const 255
;;   v8 = i32.and v0, v7
;;   v9, e10 = i32.load offset=65278 v8, s2.0, e5
;;   s11.1, e12 = global.set g0 v0, s3.1, e10
;;   c13 = match v1 {0 => 0, _ => 1}
;;   v14 = gamma c13 {
;;     0:
;;     => v6
;;     1:
;;     => v9
;;   }
;; } => v14, s2.0, s11.1, s4.2, e12
