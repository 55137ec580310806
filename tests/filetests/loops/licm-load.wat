;; A load from a location that nothing in the loop writes is hoisted.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 0
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load (i32.const 8))))
      (i32.store (i32.const 12) (local.get $s))
      (i32.store (i32.const 4) (local.get $n))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v11 = i32.const 8
;;     v4 = i32.load v11
;;     jump b1(v0, v1)
;;   b1(v8: i32, v2: i32):
;;     v5 = i32.add v2, v4
;;     v6 = i32.const 12
;;     i32.store v6, v5
;;     v7 = i32.const 4
;;     i32.store v7, v8
;;     v9 = i32.const 1
;;     v10 = i32.sub v8, v9
;;     br_if v10, b1(v10, v5), b2
;;   b2:
;;     return v5
;;   }
;; }
