;; Cases that are immutable globals, as AssemblyScript's enums; their values are used as arguments. Tests of a
;; mutable and of an imported global stay.
;; test: pass globals,switch-formation,dce
;; run: f(0) == 100
;; run: f(1) == 101
;; run: f(3) == 103
;; run: f(7) == 107
;; run: f(9) == 9
(module
  (global $a i32 (i32.const 0))
  (global $b i32 (i32.const 1))
  (global $c i32 (i32.const 2))
  (global $d i32 (i32.const 3))
  (global $e (mut i32) (i32.const 7))
  (func (export "f") (param i32) (result i32)
    (if (i32.eq (local.get 0) (global.get $a)) (then (return (i32.const 100))))
    (if (i32.eq (local.get 0) (global.get $b)) (then (return (i32.const 101))))
    (if (i32.eq (local.get 0) (global.get $c)) (then (return (i32.const 102))))
    (if (i32.eq (local.get 0) (global.get $d)) (then (return (i32.const 103))))
    (if (i32.eq (local.get 0) (global.get $e)) (then (return (i32.const 107))))
    (local.get 0)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   global g0 : i32 "a" = i32.const 0
;;   global g1 : i32 "b" = i32.const 1
;;   global g2 : i32 "c" = i32.const 2
;;   global g3 : i32 "d" = i32.const 3
;;   global g4 : mut i32 "e" = i32.const 7
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     br_table v0, b2, b5, b8, b11, b12
;;   b2:
;;     v3 = i32.const 100
;;     return v3
;;   b5:
;;     v6 = i32.const 101
;;     return v6
;;   b8:
;;     v9 = i32.const 102
;;     return v9
;;   b10:
;;     v13 = global.get g4
;;     v14 = i32.eq v0, v13
;;     br_if v14, b14, b15
;;   b11:
;;     v12 = i32.const 103
;;     return v12
;;   b12:
;;     jump b10
;;   b13:
;;     return v0
;;   b14:
;;     v15 = i32.const 107
;;     return v15
;;   b15:
;;     jump b13
;;   }
;; }
