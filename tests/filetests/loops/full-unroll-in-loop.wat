;; An inner loop whose exit is the back edge of the outer one is unrolled.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,full-unroll,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 18
(module
  (global $g (mut i32) (i32.const 0))
  (func (export "f") (param $n i32) (result i32)
    (local $i i32)
    (global.set $g (i32.const 0))
    (block $out (loop $l
      (br_if $out (i32.eqz (local.get $n)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (local.set $i (i32.const 0))
      (loop $m
        (global.set $g (i32.add (global.get $g) (i32.add (local.get $i) (i32.const 1))))
        (br_if $m (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3))))
      (br $l)))
    (global.get $g)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v33 = i32.const 0
;;     global.set g0 v33
;;     br_if v0, b6(v0), b1
;;   b1:
;;     v17 = global.get g0
;;     return v17
;;   b6(v20: i32):
;;     v5 = i32.const 1
;;     v18 = i32.const -1
;;     v6 = i32.add v20, v18
;;     v8 = global.get g0
;;     v12 = i32.add v8, v5
;;     global.set g0 v12
;;     v15 = i32.const 3
;;     v23 = i32.const 2
;;     v24 = i32.add v12, v23
;;     global.set g0 v24
;;     v30 = i32.add v24, v15
;;     global.set g0 v30
;;     br_if v6, b6(v6), b1
;;   }
;; }
