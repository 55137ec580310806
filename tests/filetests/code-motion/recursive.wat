;; A recursive call is an effect and stays. Nodes that compute its argument move.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(4) == 24
(module
  (func $f (export "f") (param $n i32) (result i32)
    (local $m i32)
    (local.set $m (i32.sub (local.get $n) (i32.const 1)))
    (if (result i32) (local.get $n)
      (then (i32.mul (local.get $n) (call $f (local.get $m))))
      (else (i32.const 1)))))

;; expect:
;; ; cne: pure 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: sunk 1, delayed 1
;; f0: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 1
;;   c4 = match v0 {0 => 0, _ => 1}
;;   v5, s6.0, e7 = gamma c4 {
;;     0:
;;     => v3, s1.0, e2
;;     1:
;;       v8 = i32.sub v0, v3
;;       v9, s10.0, e11 = call f0 v8, s1.0, e2
;;       v12 = i32.mul v0, v9
;;     => v12, s10.0, e11
;;   }
;; } => v5, s6.0, e7
