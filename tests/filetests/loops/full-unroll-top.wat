;; A loop with its test in the middle is unrolled up to the test of the last iteration.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,full-unroll,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f() == 32
(module
  (global $g (mut i32) (i32.const 0))
  (func (export "f") (result i32)
    (local $i i32)
    (global.set $g (i32.const 0))
    (block $out (loop $l
      (global.set $g (i32.add (global.get $g) (i32.const 10)))
      (br_if $out (i32.eq (local.get $i) (i32.const 2)))
      (global.set $g (i32.add (global.get $g) (i32.const 1)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (global.get $g)))

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0:
;;     v29 = i32.const 0
;;     global.set g0 v29
;;     v3 = i32.const 10
;;     v4 = i32.add v29, v3
;;     global.set g0 v4
;;     v30 = i32.const 11
;;     v10 = i32.add v29, v30
;;     global.set g0 v10
;;     v17 = i32.add v10, v3
;;     global.set g0 v17
;;     v21 = i32.add v10, v30
;;     global.set g0 v21
;;     v26 = i32.add v21, v3
;;     global.set g0 v26
;;     return v26
;;   }
;; }
