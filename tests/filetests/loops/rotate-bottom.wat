;; A loop with its test at the bottom is executed at least once, and is not rotated.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0) == 0
;; run: f(4) == 6
(module
  (func (export "f") (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (local.get $i)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.lt_s (local.get $i) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v1)
;;   b1(v3: i32, v2: i32):
;;     v4 = i32.add v2, v3
;;     v5 = i32.const 1
;;     v6 = i32.add v3, v5
;;     v7 = i32.lt_s v6, v0
;;     br_if v7, b1(v6, v4), b2
;;   b2:
;;     return v4
;;   }
;; }
