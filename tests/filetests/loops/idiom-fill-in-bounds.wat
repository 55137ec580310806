;; Zeroing an array at a constant address becomes memory.fill, whatever the width of the stores. So does a
;; descending fill.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,loop-idiom,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(7) == 7974
;; run: g(7) == 0
(module
  (memory 1)
  (func (export "f") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (i32.store8 offset=1024 (local.get $i) (local.get $x))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (i32.add (local.get $i) (i32.add (i32.const 6075) (i32.load16_u (i32.const 1122)))))
  (func (export "g") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (f64.store offset=1024 (i32.shl (local.get $i) (i32.const 3)) (f64.const 0))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (i32.load8_u (i32.const 1823)))
  (func (export "h") (param $x i32) (result i32)
    (local $i i32)
    (local.set $i (i32.const 100))
    (loop $l
      (i32.store16 (i32.shl (local.get $i) (i32.const 1)) (i32.const -1))
      (br_if $l (i32.ge_s (local.tee $i (i32.sub (local.get $i) (i32.const 1))) (i32.const 10))))
    (i32.load8_u (i32.const 20)))
  ;; To allow bulk memory.
  (func (export "k") (memory.fill (i32.const 0) (i32.const 0) (i32.const 0))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func () -> ()
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   export "k" f3
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v13 = i32.const 1024
;;     v14 = i32.const 100
;;     memory.fill m0 v13, v0, v14
;;     v8 = i32.const 1122
;;     v9 = i32.load16_u v8
;;     v15 = i32.const 6175
;;     v11 = i32.add v9, v15
;;     return v11
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v12 = i32.const 1024
;;     v14 = i32.const 800
;;     memory.fill m0 v12, v1, v14
;;     v11 = i32.const 0
;;     return v11
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     v14 = i32.const 20
;;     v15 = i32.const 255
;;     v16 = i32.const 182
;;     memory.fill m0 v14, v15, v16
;;     v12 = i32.const 255
;;     return v12
;;   }
;;   func f3 : ty1 {
;;   b0:
;;     v0 = i32.const 0
;;     memory.fill m0 v0, v0, v0
;;     return
;;   }
;; }
