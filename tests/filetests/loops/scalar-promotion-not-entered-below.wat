;; No scalar promotion: a loop with its test at the bottom may start its down counter below the bound, so an access
;; at that address may trap in the first iteration. The global must be up to date then.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,scalar-promotion,ssa-cleanup,dce
;; run: f(0) == trap
;; run: f(65) == 0
(module
  (memory 1)
  (global $g (export "g") (mut i32) (i32.const 5))
  (func (export "f") (param $a i32) (result i32) (local $i i32) (local $sum i32)
    (local.set $i (i32.sub (i32.and (local.get $a) (i32.const 127)) (i32.const 64)))
    (loop $l
      (global.set $g (i32.add (global.get $g) (i32.const 1)))
      (local.set $sum (i32.add (local.get $sum) (i32.load8_u (local.get $i))))
      (local.set $i (i32.sub (local.get $i) (i32.const 1)))
      (br_if $l (i32.ge_s (local.get $i) (i32.const 0))))
    (local.get $sum)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 5
;;   export "g" g0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 127
;;     v3 = i32.and v0, v2
;;     v4 = i32.const 64
;;     v5 = i32.sub v3, v4
;;     jump b1(v5, v1)
;;   b1(v10: i32, v9: i32):
;;     v6 = global.get g0
;;     v7 = i32.const 1
;;     v8 = i32.add v6, v7
;;     global.set g0 v8
;;     v11 = i32.load8_u v10
;;     v12 = i32.add v9, v11
;;     v13 = i32.const 1
;;     v14 = i32.sub v10, v13
;;     v15 = i32.const 0
;;     v16 = i32.ge_s v14, v15
;;     br_if v16, b1(v14, v12), b2
;;   b2:
;;     return v12
;;   }
;; }
