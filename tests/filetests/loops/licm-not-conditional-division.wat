;; A conditional division stays: it need not be executed.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 3) == 0
;; run: f(2, 3) == 150
(module
  (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (if (local.get $p) (then
        (local.set $s (i32.add (local.get $s) (i32.div_u (i32.const 100) (local.get $p))))))
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
;;     jump b1(v1, v2)
;;   b1(v7: i32, v3: i32):
;;     br_if v0, b3, b2(v3)
;;   b2(v10: i32):
;;     v8 = i32.const 1
;;     v9 = i32.sub v7, v8
;;     br_if v9, b1(v9, v10), b5
;;   b3:
;;     v4 = i32.const 100
;;     v5 = i32.div_u v4, v0
;;     v6 = i32.add v3, v5
;;     jump b2(v6)
;;   b5:
;;     return v10
;;   }
;; }
