;; A jump table with a single distinct target needs no gamma.
;; test: graph redirect,dead
;; run: f(0, 5) == 6
;; run: f(9, 5) == 6
(module
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (block $b (br_table $b $b $b (local.get $n)))
    (i32.add (local.get $x) (i32.const 1))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   v4 = i32.const 1
;;   v5 = i32.add v1, v4
;; } => v5, s2.0, e3
