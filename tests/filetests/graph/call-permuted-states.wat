;; States are typed: callees that write two globals in either order produce each class of state separately.
;; test: graph common,redirect,dead
;; run: f(4, 9) == 13
(module
  (global $g (mut i32) (i32.const 0))
  (global $h (mut f64) (f64.const 0))
  (memory 1)
  (func $swap (param i32 i32)
    (if (local.get 0)
      (then (i32.store (i32.const 0) (local.get 1)) (global.set $g (local.get 0)))
      (else (global.set $g (local.get 1)) (i32.store (i32.const 0) (local.get 0)))))
  (func (export "f") (param i32 i32) (result i32)
    (global.set $h (f64.const 1))
    (call $swap (local.get 0) (local.get 1))
    (drop (global.get $h))
    (i32.add (i32.load (i32.const 0)) (global.get $g))))

;; expect:
;; ; cne:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, e5) {
;;   c6 = match v0 {0 => 0, _ => 1}
;;   s7.0, s8.1, e9 = gamma c6 {
;;     0:
;;       s10.1, e11 = global.set g0 v1, s3.1, e5
;;       v12 = i32.const 0
;;       s13.0, e14 = i32.store v12, v0, s2.0, e11
;;     => s13.0, s10.1, e14
;;     1:
;;       v15 = i32.const 0
;;       s16.0, e17 = i32.store v15, v1, s2.0, e5
;;       s18.1, e19 = global.set g0 v0, s3.1, e17
;;     => s16.0, s18.1, e19
;;   }
;; } => s7.0, s8.1, s4.2, e9
;; ; cne: stores 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, v1: i32, s2.0, s3.1, s4.2, s5.3, e6) {
;;   v7 = f64.const 1.0
;;   s8.0, e9 = global.set g1 v7, s2.0, e6
;;   s10.1, s11.3, e12 = call f0 v0, v1, s3.1, s5.3, e9
;;   v13 = i32.const 0
;;   v14 = i32.load v13, s10.1
;;   v15 = global.get g0 s11.3
;;   v16 = i32.add v14, v15
;; } => v16, s8.0, s10.1, s4.2, s11.3, e12
