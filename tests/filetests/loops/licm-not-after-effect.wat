;; A division after a store stays: if it traps, the store has been executed.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 3) == trap
;; run: f(5, 3) == 60
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (i32.store (i32.const 0) (local.get $n))
      (local.set $s (i32.add (local.get $s) (i32.div_u (i32.const 100) (local.get $p))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v1)
;;   b1(v5: i32, v4: i32):
;;     v3 = i32.const 0
;;     i32.store v3, v4
;;     v6 = i32.const 100
;;     v7 = i32.div_u v6, v0
;;     v8 = i32.add v5, v7
;;     v9 = i32.const 1
;;     v10 = i32.sub v4, v9
;;     br_if v10, b1(v8, v10), b2
;;   b2:
;;     return v8
;;   }
;; }
