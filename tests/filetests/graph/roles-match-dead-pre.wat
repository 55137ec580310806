;; One match decides the arm and whether the loop repeats; in the loop the variable is dead: after it, it is what the arm that leaves hands out.
;; test: graph ivr,dead
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
;;   v6 = i32.const 0
;;   v7, s8.0, e9 = theta (v10 = v0, s11.0 = s3.0, e12 = e5) {
;;     v13 = i32.const 1
;;     v14 = i32.sub v10, v13
;;     c15 = match v14 {0 => 0, _ => 1}
;;     s16.0, e17 = gamma c15 {
;;       0:
;;       => s11.0, e12
;;       1:
;;         v18 = i32.const 0
;;         s19.0, e20 = i32.store v18, v14, s11.0, e12
;;       => s19.0, e20
;;     }
;;     c21 = match v14 {0 => 0, _ => 1}
;;     => c21 repeat v14, s16.0, e17
;;   }
;;   v22 = i32.add v6, v2
;; } => v22, s8.0, s4.1, e9
