;; An integer that is written as one and read by parts, and two words that are copied as one.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(0x01020384) == -101
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (func (export "f") (param $x i32) (result i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 32))))
    (i32.store offset=8 (local.get $f) (local.get $x))
    (i32.store offset=12 (local.get $f) (i32.const 23))
    (i64.store offset=16 (local.get $f) (i64.load offset=8 (local.get $f)))
    (i32.add (i32.load8_s offset=16 (local.get $f)) (i32.load offset=20 (local.get $f)))
    (global.set $sp (i32.add (local.get $f) (i32.const 32)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 2..
;;   global g0 : mut i32 "sp" = i32.const 65536
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v5 = i32.const 23
;;     v12 = i64.extend_i32_u v0
;;     v13 = i64.extend_i32_u v5
;;     v14 = i64.const 32
;;     v15 = i64.shl v13, v14
;;     v16 = i64.or v12, v15
;;     v17 = i32.wrap_i64 v16
;;     v18 = i32.const 24
;;     v19 = i32.shl v17, v18
;;     v20 = i32.const 24
;;     v21 = i32.shr_s v19, v20
;;     v22 = i64.const 32
;;     v23 = i64.shr_u v16, v22
;;     v24 = i32.wrap_i64 v23
;;     v9 = i32.add v21, v24
;;     return v9
;;   }
;; }
