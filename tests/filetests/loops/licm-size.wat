;; memory.size is hoisted out of a loop that does not grow the memory.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(1, 3) == 3
(module
  (memory 1 9)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (i32.store (i32.const 0) (local.get $s))
      (local.set $s (i32.add (local.get $s) (memory.size)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..9
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v5 = memory.size m0
;;     jump b1(v1, v2)
;;   b1(v7: i32, v4: i32):
;;     v3 = i32.const 0
;;     i32.store v3, v4
;;     v6 = i32.add v4, v5
;;     v8 = i32.const 1
;;     v9 = i32.sub v7, v8
;;     br_if v9, b1(v9, v6), b2
;;   b2:
;;     return v6
;;   }
;; }
