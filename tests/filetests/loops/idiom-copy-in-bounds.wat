;; A copy between arrays at constant addresses, and a descending one in place, become memory.copy.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,loop-idiom,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(7) == 14
;; run: g(7) == 7
(module
  (memory 1)
  (data (i32.const 1420) "\07")
  (data (i32.const 8000) "\01\02\03\04\05\06\07")
  (func (export "f") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (i32.store offset=4096 (local.get $i) (i32.load offset=1024 (local.get $i)))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 4))) (i32.const 400))))
    (i32.add (local.get $x) (i32.load8_u (i32.const 4492))))
  (func (export "g") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (i32.store8 offset=7999 (local.get $i) (i32.load8_u offset=8000 (local.get $i)))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (i32.load8_u (i32.const 8005)))
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
;;     v11 = i32.const 4096
;;     v12 = i32.const 1024
;;     v19 = i32.const 400
;;     memory.copy m0 m0 v11, v12, v19
;;     v8 = i32.const 4492
;;     v9 = i32.load8_u v8
;;     v10 = i32.add v0, v9
;;     return v10
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v10 = i32.const 7999
;;     v11 = i32.const 8000
;;     v12 = i32.const 100
;;     memory.copy m0 m0 v10, v11, v12
;;     v8 = i32.const 8005
;;     v9 = i32.load8_u v8
;;     return v9
;;   }
;;   func f2 : ty1 {
;;   b0:
;;     v0 = i32.const 0
;;     memory.fill m0 v0, v0, v0
;;     return
;;   }
;;   data data0 active m0 (i32.const 1420) "\07"
;;   data data1 active m0 (i32.const 8000) "\01\02\03\04\05\06\07"
;; }
