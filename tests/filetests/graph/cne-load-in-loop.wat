;; A load in a loop that writes its location depends on another state in each iteration. A read of a global that it
;; does not write is forwarded.
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
;;     v17 = i32.load v5, s15.1
;;     v18 = i32.const 1
;;     v19 = i32.add v17, v18
;;     s20.1, e21 = i32.store v5, v19, s15.1, e16
;;     v22 = i32.add v14, v6
;;     v23 = i32.sub v13, v18
;;     c24 = match v23 {0 => 0, _ => 1}
;;     => c24 repeat v23, v22, s20.1, e21
;;   }
;;   v25 = i32.load v5, s11.1
;;   v26 = i32.add v10, v25
;; } => v26, s7.0, s11.1, s3.2, e12
