;; A match on a negation, or on a comparison with zero, becomes a match on the value. One on a constant becomes a
;; control constant.
;; test: graph reduce,dead
;; run: f(1) == 6
;; run: f(0) == 5
(module
  (memory 1)
  (func (export "f") (param i32) (result i32)
    (local $r i32)
    (if (i32.eqz (local.get 0)) (then (i32.store (i32.const 0) (i32.const 1)) (local.set $r (i32.const 3))) (else (local.set $r (i32.const 4))))
    (if (i32.ne (local.get 0) (i32.const 0)) (then (i32.store (i32.const 4) (i32.const 1))))
    (if (i32.const 1) (then (local.set $r (i32.add (local.get $r) (i32.const 2)))))
    (local.get $r)))

;; expect:
;; ; reduce: predicates 3
;; f0: graph (v0: i32, s1.0, s2.1, e3) {
;;   c4 = match v0 {0 => 1, _ => 0}
;;   v5, s6.0, e7 = gamma c4 {
;;     0:
;;       v8 = i32.const 4
;;     => v8, s1.0, e3
;;     1:
;;       v9 = i32.const 0
;;       v10 = i32.const 1
;;       s11.0, e12 = i32.store v9, v10, s1.0, e3
;;       v13 = i32.const 3
;;     => v13, s11.0, e12
;;   }
;;   c14 = match v0 {0 => 0, _ => 1}
;;   s15.0, e16 = gamma c14 {
;;     0:
;;     => s6.0, e7
;;     1:
;;       v17 = i32.const 4
;;       v18 = i32.const 1
;;       s19.0, e20 = i32.store v17, v18, s6.0, e7
;;     => s19.0, e20
;;   }
;;   c21 = control 1
;;   v22 = gamma c21 {
;;     0:
;;     => v5
;;     1:
;;       v23 = i32.const 2
;;       v24 = i32.add v5, v23
;;     => v24
;;   }
;; } => v22, s15.0, s2.1, e16
