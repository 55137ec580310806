;; A loop that may trap stays, though its loaded values are unused.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 3
;; run: f(20000) == trap
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (local $i i32)
    (loop $l
      (drop (i32.load (i32.shl (local.get $i) (i32.const 2))))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $n)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     v3 = i32.const 2
;;     v4 = i32.shl v2, v3
;;     v5 = i32.load v4
;;     v6 = i32.const 1
;;     v7 = i32.add v2, v6
;;     v8 = i32.ne v7, v0
;;     br_if v8, b1(v7), b2
;;   b2:
;;     return v0
;;   }
;; }
