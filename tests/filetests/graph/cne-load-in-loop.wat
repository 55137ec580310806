;; A load in a loop that writes there is of another state each time; one of a place that is not written is known.
;; test: graph ssa-cleanup,common,redirect,dead
;; run: f(3) == 15
(module
  (memory 1)
  (global $g (mut i32) (i32.const 3))
  (func (export "f") (param $n i32) (result i32)
    (local $s i32)
    (global.set $g (i32.const 4))
    (loop $l
      (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1)))
      (local.set $s (i32.add (local.get $s) (global.get $g)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.add (local.get $s) (i32.load (i32.const 0)))))

;; expect:
;; ; cne: pure 4, stores 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, s2.1, s3.2, e4) {
;;   v5 = i32.const 0
;;   v6 = i32.const 4
;;   s7.0, e8 = global.set g0 v6, s1.0, e4
;;   v9, v10, s11.1, e12 = theta (v13 = v0, v14 = v5, s15.1 = s2.1, e16 = e8) {
;;     v17, e18 = i32.load v5, s15.1, e16
;;     v19 = i32.const 1
;;     v20 = i32.add v17, v19
;;     s21.1, e22 = i32.store v5, v20, s15.1, e18
;;     v23 = i32.add v14, v6
;;     v24 = i32.sub v13, v19
;;     c25 = match v24 {0 => 0, _ => 1}
;;     => c25 repeat v24, v23, s21.1, e22
;;   }
;;   v26, e27 = i32.load v5, s11.1, e12
;;   v28 = i32.add v10, v26
;; } => v28, s7.0, s11.1, s3.2, e27
