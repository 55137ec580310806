;; One match decides the gamma and the loop, and the variable is dead in the loop: after the loop it is the result
;; of the exiting alternative.
;; test: graph redirect,dead
;; run: f(1, 5, 7) == 7
;; run: f(3, 5, 7) == 7
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $a i32) (param $b i32) (result i32) (local $y i32) (local $s i32) (local $c i32)
    (local.set $y (i32.const 1000))
    (loop $l
      
      (local.set $c (local.tee $n (i32.sub (local.get $n) (i32.const 1))))
      (if (result i32) (local.get $c)
        (then (i32.store (i32.const 0) (local.get $n)) (local.get $a))
        (else (local.get $b)))
      (local.set $y)
      (br_if $l (local.get $c)))
    (i32.add (local.get $s) (local.get $y))))

;; expect:
;; ; gamma 0, theta 1, dead output 0, dead pre 1
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6 = undef i32
;;   v7 = i32.const 0
;;   v8, s9.0, e10 = theta (v11 = v0, s12.0 = s3.0, e13 = e5) {
;;     v14 = i32.const 1
;;     v15 = i32.sub v11, v14
;;     c16 = match v15 {0 => 0, _ => 1}
;;     s17.0, e18 = gamma c16 {
;;       0:
;;       => s12.0, e13
;;       1:
;;         v19 = i32.const 0
;;         s20.0, e21 = i32.store v19, v15, s12.0, e13
;;       => s20.0, e21
;;     }
;;     c22 = match v15 {0 => 0, _ => 1}
;;     => c22 repeat v15, s17.0, e18
;;   }
;;   v23 = i32.add v7, v2
;; } => v23, s9.0, s4.1, e10
