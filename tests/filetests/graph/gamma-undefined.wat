;; An alternative that traps has an undefined result: the others decide, and the trap stays.
;; test: graph redirect,dead
;; run: f(1, 5) == 5
;; run: f(0, 5) == 5
;; run: f(2, 5) == trap
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (block $done (result i32)
      (block $c (block $b (block $a
        (br_table $a $b $c (local.get $n)))
        (i32.store (i32.const 0) (local.get $x)) (br $done (local.get $x)))
        (br $done (local.get $x)))
      (unreachable))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   s5.0 = undef state.0
;;   c6 = match v0 {0 => 0, 1 => 1, _ => 2}
;;   s7.0, e8 = gamma c6 {
;;     0:
;;       v9 = i32.const 0
;;       s10.0, e11 = i32.store v9, v1, s2.0, e4
;;     => s10.0, e11
;;     1:
;;     => s2.0, e4
;;     2:
;;       e12 = unreachable e4
;;     => s5.0, e12
;;   }
;; } => v1, s7.0, s3.1, e8
