;; "Continue" leads to the test: the loop has one latch, and is rotated.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(6) == 9
(module
  (func (export "f") (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.and (local.get $i) (i32.const 1)) )
      (local.set $s (i32.add (local.get $s) (i32.sub (local.get $i) (i32.const 1))))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v14 = i32.ge_s v1, v0
;;     br_if v14, b1(v1), b6(v1, v1)
;;   b1(v17: i32):
;;     return v17
;;   b4:
;;     v9 = i32.const 1
;;     v10 = i32.sub v5, v9
;;     v11 = i32.add v16, v10
;;     jump b5(v11)
;;   b5(v12: i32):
;;     v3 = i32.ge_s v5, v0
;;     br_if v3, b1(v12), b6(v5, v12)
;;   b6(v15: i32, v16: i32):
;;     v4 = i32.const 1
;;     v5 = i32.add v15, v4
;;     v6 = i32.const 1
;;     v7 = i32.and v5, v6
;;     br_if v7, b5(v16), b4
;;   }
;; }
