;; An alternative that ends in a tail call has an undefined result: the others decide, and the call stays.
;; test: graph redirect,dead
(module
  (import "" "a" (func $a (param i32) (result i32)))
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (block $done (result i32)
      (block $c (block $b (block $a
        (br_table $a $b $c (local.get $n)))
        (i32.store (i32.const 0) (local.get $x)) (br $done (local.get $x)))
        (br $done (local.get $x)))
      (return_call $a (local.get $n)))
    (i32.add (i32.const 1))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
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
;;       s12.0, s13.1, e14 = return_call f0 v0, s2.0, s3.1, e4
;;     => s5.0, e14
;;   }
;;   v15 = i32.const 1
;;   v16 = i32.add v1, v15
;; } => v16, s7.0, s3.1, e8
