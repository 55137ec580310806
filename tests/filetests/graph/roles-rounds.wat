;; Redirecting a post value makes the result of the other alternative dead, so that another variable is redirected
;; in the next round.
;; test: graph redirect,dead,redirect,dead
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
;;   v6 = undef i32
;;   v7 = i32.const 0
;;   v8 = i32.const 1000
;;   v9, v10, v11, s12.0, e13 = theta (v14 = v8, v15 = v0, v16 = v7, s17.0 = s3.0, e18 = e5) {
;;     v19 = i32.add v14, v16
;;     v20 = i32.const 1
;;     v21 = i32.sub v15, v20
;;     c22 = match v21 {0 => 0, _ => 1}
;;     s23.0, e24 = gamma c22 {
;;       0:
;;       => s17.0, e18
;;       1:
;;         v25 = i32.const 0
;;         s26.0, e27 = i32.store v25, v21, s17.0, e18
;;       => s26.0, e27
;;     }
;;     c28 = match v21 {0 => 0, _ => 1}
;;     => c28 repeat v1, v21, v19, s23.0, e24
;;   }
;;   v29 = i32.add v11, v2
;; } => v29, s12.0, s4.1, e13
