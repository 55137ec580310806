;; An ascending copy by one byte repeats the first byte, so the loop stays. Over a larger distance it becomes
;; memory.copy.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,loop-idiom,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(7) == 9
;; run: g(7) == 9
(module
  (memory 1)
  (data (i32.const 8000) "\09\02\03\04\05\06\07")
  (func (export "f") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (i32.store8 offset=8001 (local.get $i) (i32.load8_u offset=8000 (local.get $i)))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (i32.load8_u (i32.const 8005)))
  (func (export "g") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (i32.store8 offset=8100 (local.get $i) (i32.load8_u offset=8000 (local.get $i)))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (i32.load8_u (i32.const 8100)))
  (func (export "k") (memory.fill (i32.const 0) (i32.const 0) (i32.const 0))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func () -> ()
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   export "k" f2
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     v3 = i32.load8_u v2 offset=8000
;;     i32.store8 v2, v3 offset=8001
;;     v4 = i32.const 1
;;     v5 = i32.add v2, v4
;;     v6 = i32.const 100
;;     v7 = i32.ne v5, v6
;;     br_if v7, b1(v5), b2
;;   b2:
;;     v8 = i32.const 8005
;;     v9 = i32.load8_u v8
;;     return v9
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v10 = i32.const 8100
;;     v11 = i32.const 8000
;;     v12 = i32.const 100
;;     memory.copy m0 m0 v10, v11, v12
;;     v9 = i32.load8_u v10
;;     return v9
;;   }
;;   func f2 : ty1 {
;;   b0:
;;     v0 = i32.const 0
;;     memory.fill m0 v0, v0, v0
;;     return
;;   }
;;   data data0 active m0 (i32.const 8000) "\t\02\03\04\05\06\07"
;; }
