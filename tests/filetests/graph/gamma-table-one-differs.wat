;; A jump table with four alternatives, one with a different result: not redirected.
;; test: graph redirect,dead
;; run: f(0, 5) == 5
;; run: f(1, 5) == 5
;; run: f(2, 5) == 2
;; run: f(9, 5) == 5
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (block $done (result i32)
      (block $d (block $c (block $b (block $a
        (br_table $a $b $c $d (local.get $n)))
        (i32.store (i32.const 0) (local.get $x)) (br $done (local.get $x)))
        (i32.store (i32.const 4) (local.get $x)) (br $done (local.get $x)))
        (i32.store (i32.const 8) (local.get $x)) (br $done (local.get $n)))
      (local.get $x))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = match v0 {0 => 0, 1 => 1, 2 => 2, _ => 3}
;;   v6, s7.0, e8 = gamma c5 {
;;     0:
;;       v9 = i32.const 0
;;       s10.0, e11 = i32.store v9, v1, s2.0, e4
;;     => v1, s10.0, e11
;;     1:
;;       v12 = i32.const 4
;;       s13.0, e14 = i32.store v12, v1, s2.0, e4
;;     => v1, s13.0, e14
;;     2:
;;       v15 = i32.const 8
;;       s16.0, e17 = i32.store v15, v1, s2.0, e4
;;     => v0, s16.0, e17
;;     3:
;;     => v1, s2.0, e4
;;   }
;; } => v6, s7.0, s3.1, e8
