;; Nested loops of which the inner one changes the value: invariant in neither.
;; test: graph redirect,dead
;; run: f(1, 5) == 6
;; run: f(3, 5) == 11
(module
  (func (export "f") (param $n i32) (param $x i32) (result i32) (local $m i32)
    (loop $outer
      (local.set $m (local.get $n))
      (loop $inner
        (local.set $x (i32.add (local.get $x) (i32.const 1)))
        (local.set $m (i32.sub (local.get $m) (i32.const 1)))
        (br_if $inner (local.get $m)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $outer (local.get $n)))
    (local.get $x)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   v4, v5 = theta (v6 = v1, v7 = v0) {
;;     v8, v9 = theta (v10 = v7, v11 = v6) {
;;       v12 = i32.const 1
;;       v13 = i32.add v11, v12
;;       v14 = i32.const 1
;;       v15 = i32.sub v10, v14
;;       c16 = match v15 {0 => 0, _ => 1}
;;       => c16 repeat v15, v13
;;     }
;;     v17 = i32.const 1
;;     v18 = i32.sub v7, v17
;;     c19 = match v18 {0 => 0, _ => 1}
;;     => c19 repeat v9, v18
;;   }
;; } => v4, s2.0, e3
