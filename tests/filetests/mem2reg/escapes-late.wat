;; A variable is a value until its address escapes; then it is in memory.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(5) == 31
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (global $kept (mut i32) (i32.const 0))
  (func $keep (param i32) (global.set $kept (local.get 0)))
  (func $bump (i32.store (global.get $kept) (i32.add (i32.load (global.get $kept)) (i32.const 1))))
  (func (export "f") (param $x i32) (result i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (i32.store offset=12 (local.get $f) (local.get $x))
    (i32.store offset=12 (local.get $f) (i32.mul (i32.load offset=12 (local.get $f)) (i32.const 6)))
    (call $keep (i32.add (local.get $f) (i32.const 12)))
    (call $bump)
    (i32.load offset=12 (local.get $f))
    (global.set $sp (i32.add (local.get $f) (i32.const 16)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func () -> ()
;;   ty2 = func (i32) -> (i32)
;;   memory m0 : i32 2..
;;   global g0 : mut i32 "sp" = i32.const 65536
;;   global g1 : mut i32 "kept" = i32.const 0
;;   export "f" f2
;;   func f0 : ty0 "keep" {
;;   b0(v0: i32):
;;     global.set g1 v0
;;     return
;;   }
;;   func f1 : ty1 "bump" {
;;   b0:
;;     v0 = global.get g1
;;     v1 = global.get g1
;;     v2 = i32.load v1
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     i32.store v0, v4
;;     return
;;   }
;;   func f2 : ty2 {
;;   b0(v0: i32):
;;     v2 = global.get g0
;;     v3 = i32.const 16
;;     v4 = i32.sub v2, v3
;;     global.set g0 v4
;;     v6 = i32.const 6
;;     v7 = i32.mul v0, v6
;;     v8 = i32.const 12
;;     v9 = i32.add v4, v8
;;     i32.store v4, v7 offset=12
;;     call f0 v9
;;     call f1
;;     v10 = i32.load v4 offset=12
;;     v11 = i32.const 16
;;     v12 = i32.add v4, v11
;;     global.set g0 v12
;;     return v10
;;   }
;; }
