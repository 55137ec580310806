;; A loop around a jump table, with one block as two of its targets: a value that no case changes is invariant.
;; test: graph redirect,dead
;; run: f(3, 5) == 9
(module
  (memory (export "m") 1)
  (data (i32.const 1) "\01\02\03\00")
  (func (export "f") (param $n i32) (param $x i32) (result i32) (local $a i32) (local $pc i32)
    (local.set $a (local.get $n))
    (local.get $x)
    (loop $l (param i32) (result i32)
      (local.set $x)
      (local.set $pc (i32.add (local.get $pc) (i32.const 1)))
      (block $nop (block $inc (block $add (block $end
        (br_table $end $add $inc $nop $nop (i32.load8_u (local.get $pc))))
        (return (local.get $a)))
        (local.set $a (i32.add (local.get $a) (local.get $x)))
        (br $l (local.get $x)))
        (local.set $a (i32.add (local.get $a) (i32.const 1)))
        (br $l (local.get $x)))
      (br $l (local.get $x)))))

;; expect:
;; ; gamma 0, theta 1, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = undef i32
;;   c6 = control 1
;;   c7 = control 5
;;   v8 = i32.const 0
;;   v9, v10, e11, v12 = theta (v13 = v0, v14 = v8, e15 = e4, v16 = v5) {
;;     v17 = i32.const 1
;;     v18 = i32.add v14, v17
;;     v19, e20 = i32.load8_u v18, s2.0, e15
;;     c21 = match v19 {0 => 0, 1 => 1, 2 => 2, _ => 3}
;;     v22, c23 = gamma c21 {
;;       0:
;;       => v5, c7
;;       1:
;;         v24 = i32.add v13, v1
;;       => v24, c6
;;       2:
;;         v25 = i32.const 1
;;         v26 = i32.add v13, v25
;;       => v26, c6
;;       3:
;;       => v13, c6
;;     }
;;     c27 = match c23 {1 => 1, _ => 0}
;;     => c27 repeat v22, v18, e20, v13
;;   }
;; } => v12, s2.0, s3.1, e11
