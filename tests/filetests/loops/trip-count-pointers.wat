;; Trip count of a loop over pointers in steps of 4, up to an end that is a multiple of 4 behind the start.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(64, 5) == 20
;; run: f(64, 0) == 0
(module
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $end i32) (local $s i32)
    (local.set $end (i32.add (local.get $p) (i32.shl (local.get $n) (i32.const 2))))
    (if (i32.eqz (local.get $n)) (then (return (i32.const 0))))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.const 4)))
      (br_if $l (i32.ne (local.tee $p (i32.add (local.get $p) (i32.const 4))) (local.get $end))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 2
;;     v4 = i32.shl v1, v3
;;     br_if v1, b5, b2
;;   b2:
;;     return v2
;;   b5:
;;     return v4
;;   }
;; }
