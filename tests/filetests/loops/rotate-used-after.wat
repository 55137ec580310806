;; Values of the test that are used in the loop and after it get their reaching definitions.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0) == 0
;; run: f(7) == 9
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (local $i i32) (local $q i32)
    (block $out (loop $l
      (local.set $q (i32.mul (local.get $i) (local.get $i)))
      (br_if $out (i32.ge_s (local.get $q) (local.get $n)))
      (i32.store (i32.const 0) (local.get $q))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $q)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v8 = i32.mul v1, v1
;;     v9 = i32.ge_s v8, v0
;;     br_if v9, b1(v8), b4(v8, v1)
;;   b1(v12: i32):
;;     return v12
;;   b4(v10: i32, v11: i32):
;;     v5 = i32.const 0
;;     i32.store v5, v10
;;     v6 = i32.const 1
;;     v7 = i32.add v11, v6
;;     v3 = i32.mul v7, v7
;;     v4 = i32.ge_s v3, v0
;;     br_if v4, b1(v3), b4(v3, v7)
;;   }
;; }
