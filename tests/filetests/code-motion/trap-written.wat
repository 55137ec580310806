;; A load of a location that the loop may write stays.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(0, 3) == 6
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $a i32)
    (loop $l
      (local.set $a (i32.add (local.get $a) (i32.load (local.get $p))))
      (i32.store (i32.const 0) (i32.add (local.get $a) (local.get $n)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.sub (local.get $a) (i32.const 2))))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: refused.trap 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   v6, v7, s8.0, e9 = theta (v10 = v1, v11 = v5, s12.0 = s2.0, e13 = e4) {
;;     v14, e15 = i32.load v0, s12.0, e13
;;     v16 = i32.add v11, v14
;;     v17 = i32.add v16, v10
;;     s18.0, e19 = i32.store v5, v17, s12.0, e15
;;     v20 = i32.const 1
;;     v21 = i32.sub v10, v20
;;     c22 = match v21 {0 => 0, _ => 1}
;;     => c22 repeat v21, v16, s18.0, e19
;;   }
;;   v23 = i32.const 2
;;   v24 = i32.sub v7, v23
;; } => v24, s8.0, s3.1, e9
