;; A conditional load is hoisted if an access ahead of the loop covers at least its bytes, even across memory.grow.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(-1, 2) == trap
;; run: f(16, 2) == 0
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (local.set $s (i32.load offset=8 (local.get $p)))
    (drop (memory.grow (i32.const 0)))
    (loop $l
      (if (i32.gt_s (local.get $n) (i32.const 1)) (then
        (local.set $s (i32.add (local.get $s) (i32.wrap_i64 (i64.load offset=4 (local.get $p)))))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.load v0 offset=8
;;     v4 = i32.const 0
;;     v5 = memory.grow m0 v4
;;     v10 = i64.load v0 offset=4
;;     v11 = i32.wrap_i64 v10
;;     jump b1(v3, v1)
;;   b1(v9: i32, v6: i32):
;;     v7 = i32.const 1
;;     v8 = i32.gt_s v6, v7
;;     br_if v8, b3, b2(v9)
;;   b2(v15: i32):
;;     v13 = i32.const 1
;;     v14 = i32.sub v6, v13
;;     br_if v14, b1(v15, v14), b5
;;   b3:
;;     v12 = i32.add v9, v11
;;     jump b2(v12)
;;   b5:
;;     return v15
;;   }
;; }
