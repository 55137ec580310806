;; The second test is a call: it is copied, too, and called as often as before. The division cannot precede the call.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(3, 7) == 426
;; run: f(0, 0) == 0
;; run: f(3, 0) == trap
(module
  (global $g (mut i32) (i32.const 0))
  (func $more (result i32)
    (global.set $g (i32.add (global.get $g) (i32.const 1)))
    (i32.lt_u (global.get $g) (i32.const 40)))
  (func (export "f") (param $n i32) (param $d i32) (result i32)
    (local $s i32) (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (br_if $out (i32.eqz (call $more)))
      (local.set $s (i32.add (local.get $s) (i32.div_u (i32.const 1000) (local.get $d))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "f" f1
;;   func f0 : ty0 "more" {
;;   b0:
;;     v0 = global.get g0
;;     v1 = i32.const 1
;;     v2 = i32.add v0, v1
;;     global.set g0 v2
;;     v3 = global.get g0
;;     v4 = i32.const 40
;;     v5 = i32.lt_u v3, v4
;;     return v5
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v14 = i32.ge_s v2, v0
;;     br_if v14, b1(v2), b7
;;   b1(v19: i32):
;;     return v19
;;   b3:
;;     v5 = call f0
;;     v6 = i32.eqz v5
;;     br_if v6, b1(v10), b8(v10, v12)
;;   b7:
;;     v15 = call f0
;;     v16 = i32.eqz v15
;;     br_if v16, b1(v2), b9
;;   b8(v17: i32, v18: i32):
;;     v10 = i32.add v17, v9
;;     v11 = i32.const 1
;;     v12 = i32.add v18, v11
;;     v4 = i32.ge_s v12, v0
;;     br_if v4, b1(v10), b3
;;   b9:
;;     v22 = i32.const 1000
;;     v9 = i32.div_u v22, v1
;;     jump b8(v2, v2)
;;   }
;; }
