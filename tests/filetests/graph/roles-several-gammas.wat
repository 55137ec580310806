;; Two gammas in a loop test the loop's predicate: both are correlated.
;; test: graph redirect,dead
;; run: f(1, 5, 7) == 1000
;; run: f(3, 5, 7) == 1024
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $a i32) (param $b i32) (result i32) (local $s i32)
    (i32.const 0)
    (i32.const 1000)
    (loop $l (param i32 i32) (result i32 i32)
      (local.set $s (i32.add (local.get $s)))
      (local.set $s (i32.add (local.get $s)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (if (result i32) (local.get $n)
        (then (i32.store (i32.const 0) (local.get $n)) (local.get $a))
        (else (local.get $b)))
      (i32.store (i32.const 4) (local.get $s))
      (if (result i32) (local.get $n)
        (then (local.get $b))
        (else (i32.store (i32.const 8) (local.get $n)) (local.get $a)))
      (br_if $l (local.get $n)))
    (drop) (drop)
    (local.get $s)))

;; expect:
;; ; gamma 0, theta 0, dead output 2, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6 = i32.const 0
;;   v7 = i32.const 0
;;   v8 = i32.const 1000
;;   v9, v10, v11, v12, s13.0, e14 = theta (v15 = v7, v16 = v8, v17 = v0, v18 = v6, s19.0 = s3.0, e20 = e5) {
;;     v21 = i32.add v16, v18
;;     v22 = i32.add v15, v21
;;     v23 = i32.const 1
;;     v24 = i32.sub v17, v23
;;     c25 = match v24 {0 => 0, _ => 1}
;;     s26.0, e27 = gamma c25 {
;;       0:
;;       => s19.0, e20
;;       1:
;;         v28 = i32.const 0
;;         s29.0, e30 = i32.store v28, v24, s19.0, e20
;;       => s29.0, e30
;;     }
;;     v31 = i32.const 4
;;     s32.0, e33 = i32.store v31, v22, s26.0, e27
;;     c34 = match v24 {0 => 0, _ => 1}
;;     s35.0, e36 = gamma c34 {
;;       0:
;;         v37 = i32.const 8
;;         s38.0, e39 = i32.store v37, v24, s32.0, e33
;;       => s38.0, e39
;;       1:
;;       => s32.0, e33
;;     }
;;     c40 = match v24 {0 => 0, _ => 1}
;;     => c40 repeat v1, v2, v24, v22, s35.0, e36
;;   }
;; } => v12, s13.0, s4.1, e14
