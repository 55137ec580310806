;; A loop variable that each iteration passes on unchanged is the pre value, in the loop and after it.
;; test: graph redirect,dead
;; run: f(3, 5) == 15
(module
  (func (export "f") (param $n i32) (param $x i32) (result i32) (local $s i32)
    (local.get $x)
    (loop $l (param i32)
      (local.set $x)
      (local.set $s (i32.add (local.get $s) (local.get $x)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (local.get $x)
      (br_if $l (local.get $n))
      (drop))
    (local.get $s))
)

;; expect:
;; ; gamma 0, theta 1, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   v4 = i32.const 0
;;   v5, v6 = theta (v7 = v0, v8 = v4) {
;;     v9 = i32.add v8, v1
;;     v10 = i32.const 1
;;     v11 = i32.sub v7, v10
;;     c12 = match v11 {0 => 0, _ => 1}
;;     => c12 repeat v11, v9
;;   }
;; } => v6, s2.0, e3
