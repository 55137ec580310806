;; A load after memory.grow stays: the size of the memory by then decides whether it traps.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(65536, 2) == 0
;; run: f(0, 2) == 0
;; run: f(400000, 2) == trap
(module
  (memory 1 9)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (drop (memory.grow (i32.const 1)))
      (local.set $s (i32.add (local.get $s) (i32.load (local.get $p))))
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
;;     jump b1(v1, v2)
;;   b1(v8: i32, v5: i32):
;;     v3 = i32.const 1
;;     v4 = memory.grow m0 v3
;;     v6 = i32.load v0
;;     v7 = i32.add v5, v6
;;     v9 = i32.const 1
;;     v10 = i32.sub v8, v9
;;     br_if v10, b1(v10, v7), b2
;;   b2:
;;     return v7
;;   }
;; }
