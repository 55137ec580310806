;; A load that may touch one byte past the end of memory is not hoisted from a condition.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(-1, 2) == 0
;; run: f(255, 2) == trap
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (if (i32.gt_s (local.get $p) (i32.const 0)) (then
        (local.set $s (i32.add (local.get $s) (i32.load offset=65278 (i32.and (local.get $p) (i32.const 255)))))))
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
;;     v14 = i32.const 0
;;     v4 = i32.gt_s v0, v14
;;     v15 = i32.const 255
;;     v7 = i32.and v0, v15
;;     jump b1(v1, v2)
;;   b1(v10: i32, v5: i32):
;;     br_if v4, b3, b2(v5)
;;   b2(v13: i32):
;;     v11 = i32.const 1
;;     v12 = i32.sub v10, v11
;;     br_if v12, b1(v12, v13), b5
;;   b3:
;;     v8 = i32.load v7 offset=65278
;;     v9 = i32.add v5, v8
;;     jump b2(v9)
;;   b5:
;;     return v13
;;   }
;; }
