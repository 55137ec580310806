;; One alternative traps, the other computes the value: defined inside, so not redirected.
;; test: graph redirect,dead
;; run: f(1, 5) == 6
;; run: f(0, 5) == trap
(module
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (if (result i32) (local.get $c)
      (then (i32.add (local.get $x) (i32.const 1)))
      (else (unreachable)))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   v4 = undef i32
;;   c5 = match v0 {0 => 0, _ => 1}
;;   v6, e7 = gamma c5 {
;;     0:
;;       e8 = unreachable e3
;;     => v4, e8
;;     1:
;;       v9 = i32.const 1
;;       v10 = i32.add v1, v9
;;     => v10, e3
;;   }
;; } => v6, s2.0, e7
