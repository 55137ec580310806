;; A loop that only counts is deleted, and the final value of its counter is computed.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(7) == 7
;; run: f(0) == 0
;; run: f(-3) == 0
(module
  (func (export "f") (param $n i32) (result i32)
    (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $i)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v6 = i32.le_s v0, v1
;;     v9 = select v1, v0, v6
;;     return v9
;;   }
;; }
