;; A loop whose header does not exit is not rotated.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 3
(module
  (memory 1)
  (func (export "f") (param $n i32) (result i32)
    (local $i i32)
    (block $out (loop $l
      (if (i32.and (local.get $n) (i32.const 1)) (then (i32.store (i32.const 0) (local.get $i))))
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $i)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b2(v1)
;;   b1:
;;     return v5
;;   b2(v5: i32):
;;     v2 = i32.const 1
;;     v3 = i32.and v0, v2
;;     br_if v3, b4, b3
;;   b3:
;;     v6 = i32.ge_s v5, v0
;;     br_if v6, b1, b6
;;   b4:
;;     v4 = i32.const 0
;;     i32.store v4, v5
;;     jump b3
;;   b6:
;;     v7 = i32.const 1
;;     v8 = i32.add v5, v7
;;     jump b2(v8)
;;   }
;; }
