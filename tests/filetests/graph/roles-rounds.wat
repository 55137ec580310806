;; A post value is redirected, so the value that the other arm handed out is dead, so that of another variable is redirected in the next round.
;; test: graph ivr,dead,ivr,dead
;; run: f(1, 5, 7) == 1007
;; run: f(3, 5, 7) == 1017
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $a i32) (param $b i32) (result i32) (local $s i32) (local $z i32)
    (i32.const 1000)
    (i32.const 2000)
    (loop $l (param i32 i32) (result i32 i32)
      (local.set $z)
      (local.set $s (i32.add (local.get $s)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (if (result i32 i32) (local.get $n)
        (then (i32.store (i32.const 0) (local.get $n)) (local.get $a) (i32.const 3))
        (else (local.get $z) (local.get $b)))
      (br_if $l (local.get $n)))
    (local.set $z)
    (drop)
    (i32.add (local.get $s) (local.get $z))))

;; expect:
;; ; gamma 0, theta 0, dead output 1, dead pre 0
;; ; gamma 0, theta 1, dead output 0, dead pre 1
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6 = i32.const 0
;;   v7 = i32.const 1000
;;   v8, v9, v10, s11.0, e12 = theta (v13 = v7, v14 = v0, v15 = v6, s16.0 = s3.0, e17 = e5) {
;;     v18 = i32.add v13, v15
;;     v19 = i32.const 1
;;     v20 = i32.sub v14, v19
;;     c21 = match v20 {0 => 0, _ => 1}
;;     s22.0, e23 = gamma c21 {
;;       0:
;;       => s16.0, e17
;;       1:
;;         v24 = i32.const 0
;;         s25.0, e26 = i32.store v24, v20, s16.0, e17
;;       => s25.0, e26
;;     }
;;     c27 = match v20 {0 => 0, _ => 1}
;;     => c27 repeat v1, v20, v18, s22.0, e23
;;   }
;;   v28 = i32.add v10, v2
;; } => v28, s11.0, s4.1, e12
