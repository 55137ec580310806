;; The next value of a loop variable is computed last: a read of memory still uses the old value.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(8, 3) == 0
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $q i32) (local $s i32)
    (loop $l
      (local.set $q (i32.add (local.get $p) (i32.const 8)))
      (local.set $s (i32.add (local.get $s) (i32.load (local.get $p))))
      (local.set $p (local.get $q))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: delayed 2
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   v6, v7, v8, e9 = theta (v10 = v1, v11 = v5, v12 = v0, e13 = e4) {
;;     v14 = i32.const 8
;;     v15, e16 = i32.load v12, s2.0, e13
;;     v17 = i32.const 1
;;     v18 = i32.sub v10, v17
;;     c19 = match v18 {0 => 0, _ => 1}
;;     v20 = i32.add v11, v15
;;     v21 = i32.add v12, v14
;;     => c19 repeat v18, v20, v21, e16
;;   }
;; } => v7, s2.0, s3.1, e9
