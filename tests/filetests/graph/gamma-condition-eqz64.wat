;; The result of i64.eqz is 0 or 1, so it can replace an exit variable with the results 1 and 0.
;; test: graph redirect,dead
;; run: f(0) == 1
;; run: f(0x100000000) == 0
(module
  (func (export "f") (param $a i64) (result i32)
    (if (result i32) (i64.eqz (local.get $a))
      (then (i32.const 1))
      (else (i32.const 0)))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i64, s1.0, e2) {
;;   v3 = i64.eqz v0
;; } => v3, s1.0, e2
