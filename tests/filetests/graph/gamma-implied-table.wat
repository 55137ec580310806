;; In the alternatives of a table, the index is the only key that leads there; also if a constant was subtracted from it.
;; test: graph redirect,dead
;; run: f(0) == 0
;; run: f(1) == 1
;; run: f(9) == 9
;; run: from(10) == 10
;; run: from(11) == 11
;; run: from(30) == 30
(module
  (func (export "f") (param $x i32) (result i32)
    (block $d (block $one (block $zero (br_table $zero $one $d (local.get $x)))
        (return (i32.const 0)))
      (return (i32.const 1)))
    (local.get $x))
  (func (export "from") (param $x i32) (result i32)
    (block $d (block $one (block $zero (br_table $zero $one $d (i32.sub (local.get $x) (i32.const 10))))
        (return (i32.const 10)))
      (return (i32.const 11)))
    (local.get $x)))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, e2) {
;; } => v0, s1.0, e2
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, s1.0, e2) {
;; } => v0, s1.0, e2
