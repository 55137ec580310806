;; Two keys lead to one alternative of a table, or all others do: the index may be several numbers there.
;; test: graph redirect,dead
;; run: two(0) == 0
;; run: two(1) == 0
;; run: others(0) == 0
;; run: others(1) == 1
;; run: others(5) == 1
(module
  (func (export "two") (param $x i32) (result i32)
    (block $d (block $zero (br_table $zero $zero $d (local.get $x)))
      (return (i32.const 0)))
    (local.get $x))
  (func (export "others") (param $x i32) (result i32)
    (block $d (block $two (block $zero (br_table $zero $d $two $d (local.get $x)))
        (return (local.get $x)))
      (return (i32.const 2)))
    (i32.const 1)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, e2) {
;;   c3 = match v0 {0 => 0, 1 => 0, _ => 1}
;;   v4 = gamma c3 {
;;     0:
;;       v5 = i32.const 0
;;     => v5
;;     1:
;;     => v0
;;   }
;; } => v4, s1.0, e2
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, s1.0, e2) {
;;   c3 = match v0 {0 => 0, 2 => 2, _ => 1}
;;   v4 = gamma c3 {
;;     0:
;;     => v0
;;     1:
;;       v5 = i32.const 1
;;     => v5
;;     2:
;;       v6 = i32.const 2
;;     => v6
;;   }
;; } => v4, s1.0, e2
