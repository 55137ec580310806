;; No scalar promotion: the step may take an induction variable past the largest number, so the exit test does not
;; bound it, and an access at that address may trap. The global must be up to date then.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,scalar-promotion,ssa-cleanup,dce
;; run: f() == trap
(module
  (memory 1)
  (global $g (export "g") (mut i32) (i32.const 5))
  (func (export "f") (result i32) (local $i i32) (local $sum i32)
    (loop $l
      (global.set $g (i32.add (global.get $g) (i32.const 1)))
      (local.set $sum
        (i32.add (local.get $sum) (i32.load8_u (i32.shr_s (local.get $i) (i32.const 20)))))
      (local.set $i (i32.add (local.get $i) (i32.const 0x40000000)))
      (br_if $l (i32.lt_s (local.get $i) (i32.const 0x7fffffff))))
    (local.get $sum)))

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 5
;;   export "g" g0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0:
;;     v0 = i32.const 0
;;     jump b1(v0, v0)
;;   b1(v5: i32, v4: i32):
;;     v1 = global.get g0
;;     v2 = i32.const 1
;;     v3 = i32.add v1, v2
;;     global.set g0 v3
;;     v6 = i32.const 20
;;     v7 = i32.shr_s v5, v6
;;     v8 = i32.load8_u v7
;;     v9 = i32.add v4, v8
;;     v10 = i32.const 1073741824
;;     v11 = i32.add v5, v10
;;     v12 = i32.const 2147483647
;;     v13 = i32.lt_s v11, v12
;;     br_if v13, b1(v11, v9), b2
;;   b2:
;;     return v9
;;   }
;; }
