;; Both alternatives pass a load from before the gamma through, one of them after a store: the value is redirected.
;; test: graph redirect,dead
;; run: f(1, 5) == 0
;; run: f(0, 5) == 0
(module
  (memory 1)
  (func (export "f") (param $c i32) (param $x i32) (result i32) (local $old i32)
    (local.set $old (i32.load (i32.const 0)))
    (if (result i32) (local.get $c)
      (then (i32.store (i32.const 0) (local.get $x)) (local.get $old))
      (else (local.get $old)))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   v6 = i32.load v5, s2.0
;;   c7 = match v0 {0 => 0, _ => 1}
;;   s8.0, e9 = gamma c7 {
;;     0:
;;     => s2.0, e4
;;     1:
;;       v10 = i32.const 0
;;       s11.0, e12 = i32.store v10, v1, s2.0, e4
;;     => s11.0, e12
;;   }
;; } => v6, s8.0, s3.1, e9
