;; A division is not merged with one of a sibling alternative, since it may trap.
;; test: graph common,dead
;; run: f(1, 0) == trap
;; run: f(0, 7) == 7
;; run: f(2, 2) == 2
(module
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (local $r i32)
    (if (local.get $c) (then (local.set $r (i32.div_u (i32.const 4) (local.get $x)))) (else (local.set $r (local.get $x))))
    (if (i32.eq (local.get $c) (i32.const 1)) (then (local.set $r (i32.div_u (i32.const 4) (local.get $x)))))
    (local.get $r)))

;; expect:
;; ; cne:
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   c4 = match v0 {0 => 0, _ => 1}
;;   v5, e6 = gamma c4 {
;;     0:
;;     => v1, e3
;;     1:
;;       v7 = i32.const 4
;;       v8, e9 = i32.div_u v7, v1, e3
;;     => v8, e9
;;   }
;;   v10 = i32.const 1
;;   v11 = i32.eq v0, v10
;;   c12 = match v11 {0 => 0, _ => 1}
;;   v13, e14 = gamma c12 {
;;     0:
;;     => v5, e6
;;     1:
;;       v15 = i32.const 4
;;       v16, e17 = i32.div_u v15, v1, e6
;;     => v16, e17
;;   }
;; } => v13, s2.0, e14
