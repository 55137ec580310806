;; A jump table with four alternatives and the same result in all: redirected.
;; test: graph redirect,dead
;; run: f(0, 5) == 5
;; run: f(1, 5) == 5
;; run: f(2, 5) == 5
;; run: f(9, 5) == 5
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (block $done (result i32)
      (block $d (block $c (block $b (block $a
        (br_table $a $b $c $d (local.get $n)))
        (i32.store (i32.const 0) (local.get $x)) (br $done (local.get $x)))
        (i32.store (i32.const 4) (local.get $x)) (br $done (local.get $x)))
        (i32.store (i32.const 8) (local.get $x)) (br $done (local.get $x)))
      (local.get $x))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = match v0 {0 => 0, 1 => 1, 2 => 2, _ => 3}
;;   s6.0, e7 = gamma c5 {
;;     0:
;;       v8 = i32.const 0
;;       s9.0, e10 = i32.store v8, v1, s2.0, e4
;;     => s9.0, e10
;;     1:
;;       v11 = i32.const 4
;;       s12.0, e13 = i32.store v11, v1, s2.0, e4
;;     => s12.0, e13
;;     2:
;;       v14 = i32.const 8
;;       s15.0, e16 = i32.store v14, v1, s2.0, e4
;;     => s15.0, e16
;;     3:
;;     => s2.0, e4
;;   }
;; } => v1, s6.0, s3.1, e7
