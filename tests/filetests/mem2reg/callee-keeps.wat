;; A callee that stores its parameter may change what it points to later, and so may what it calls.
;; test: pass unreachable,ssa-cleanup,graph,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(5) == 6
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (global $kept (mut i32) (i32.const 0))
  (func $keep (param i32) (global.set $kept (local.get 0)))
  (func $bump (i32.store (global.get $kept) (i32.add (i32.load (global.get $kept)) (i32.const 1))))
  (func (export "f") (param $x i32) (result i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (call $keep (i32.add (local.get $f) (i32.const 12)))
    (i32.store offset=12 (local.get $f) (local.get $x))
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
;;     v1 = global.get g0
;;     v2 = i32.const -16
;;     v3 = i32.add v1, v2
;;     global.set g0 v3
;;     v4 = i32.const -4
;;     v5 = i32.add v1, v4
;;     call f0 v5
;;     i32.store v3, v0 offset=12
;;     call f1
;;     v6 = i32.load v3 offset=12
;;     global.set g0 v1
;;     return v6
;;   }
;; }
