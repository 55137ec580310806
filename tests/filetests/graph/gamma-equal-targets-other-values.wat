;; Several targets of a jump table are one block with different arguments: each distinct target is one alternative.
;; test: graph redirect,dead
;; run: f(0, 5) == 6
;; run: f(1, 5) == 7
;; run: f(2, 5) == 6
;; run: f(9, 5) == 7
(module
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (block $b (result i32)
      (block $a (result i32)
        (local.get $x)
        (br_table $a $b $a $b (local.get $n)))
      (return (i32.add (i32.const 1))))
    (i32.add (i32.const 2))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   c4 = match v0 {0 => 0, 2 => 0, _ => 1}
;;   v5 = gamma c4 {
;;     0:
;;       v6 = i32.const 1
;;       v7 = i32.add v1, v6
;;     => v7
;;     1:
;;       v8 = i32.const 2
;;       v9 = i32.add v1, v8
;;     => v9
;;   }
;; } => v5, s2.0, e3
