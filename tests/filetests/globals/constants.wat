;; A read of an immutable global becomes its constant. Globals that are imported, mutable, or initialized by an
;; expression are read.
;; test: pass globals,dce
;; run: f() == 12
(module
  (global $a i32 (i32.const 5))
  (global $b f64 (f64.const 2))
  (global $c (mut i32) (i32.const 3))
  (global $d i32 (i32.add (i32.const 1) (i32.const 1)))
  (func (export "f") (result i32)
    (i32.add (i32.add (global.get $a) (i32.trunc_f64_s (global.get $b)))
      (i32.add (global.get $c) (global.get $d)))))

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   global g0 : i32 "a" = i32.const 5
;;   global g1 : f64 "b" = f64.const 2.0
;;   global g2 : mut i32 "c" = i32.const 3
;;   global g3 : i32 "d" = i32.const 1, i32.const 1, i32.add
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0:
;;     v0 = i32.const 5
;;     v1 = f64.const 2.0
;;     v2 = i32.trunc_f64_s v1
;;     v3 = i32.add v0, v2
;;     v4 = global.get g2
;;     v5 = global.get g3
;;     v6 = i32.add v4, v5
;;     v7 = i32.add v3, v6
;;     return v7
;;   }
;; }
