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
;;   v4, v5, e6 = theta (v7 = v1, v8 = v0, e9 = e3) {
;;     v10, v11, e12 = theta (v13 = v8, v14 = v7, e15 = e9) {
;;       v16 = i32.const 1
;;       v17 = i32.add v14, v16
;;       v18 = i32.const 1
;;       v19 = i32.sub v13, v18
;;       c20 = match v19 {0 => 0, _ => 1}
;;       => c20 repeat v19, v17, e15
;;     }
;;     v21 = i32.const 1
;;     v22 = i32.sub v8, v21
;;     c23 = match v22 {0 => 0, _ => 1}
;;     => c23 repeat v11, v22, e12
;;   }
;; } => v4, s2.0, e6
