;; What the condition of an inner alternative implies does not hold in the outer one.
;; test: graph redirect,dead
;; run: f(0, 1) == 0
;; run: f(0, 0) == 0
;; run: f(3, 1) == 3
;; run: f(3, 0) == 0
(module
  (func (export "f") (param $x i32) (param $y i32) (result i32)
    (if (result i32) (local.get $y)
      (then (if (result i32) (local.get $x) (then (local.get $x)) (else (i32.const 0))))
      (else (i32.const 0)))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   c4 = match v1 {0 => 0, _ => 1}
;;   v5 = gamma c4 {
;;     0:
;;       v6 = i32.const 0
;;     => v6
;;     1:
;;     => v0
;;   }
;; } => v5, s2.0, e3
