;; "Loop test at top" becomes "if (test) { preheader, loop test at bottom }".
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0) == 0
;; run: f(4) == 6
;; run: f(-1) == 0
(module
  (func (export "f") (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $s (i32.add (local.get $s) (local.get $i)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v8 = i32.ge_s v1, v0
;;     br_if v8, b1(v1), b4(v1, v1)
;;   b1(v11: i32):
;;     return v11
;;   b4(v9: i32, v10: i32):
;;     v5 = i32.add v9, v10
;;     v6 = i32.const 1
;;     v7 = i32.add v10, v6
;;     v3 = i32.ge_s v7, v0
;;     br_if v3, b1(v5), b4(v5, v7)
;;   }
;; }
