;; The stack pointer moves relative to the function's entry, and what is accessed is relative to a rounded address: whether it is below the stack pointer is not known, so its frame is not given back by a move. It is changed through the address that was told before.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(5) == 6
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (func $tell (param i32) (i32.store (i32.const 512) (local.get 0)))
  (func (export "f") (param $x i32) (result i32)
    (local $f i32) (local $p i32) (local $r i32)
    (local.set $f (i32.sub (global.get $sp) (i32.const 64)))
    (global.set $sp (local.get $f))
    (local.set $p (i32.and (i32.add (local.get $f) (i32.const 31)) (i32.const -16)))
    (call $tell (local.get $p))
    (global.set $sp (i32.sub (local.get $f) (i32.const 16)))
    (global.set $sp (local.get $f))
    (i32.store (local.get $p) (local.get $x))
    (i32.store (i32.load (i32.const 512)) (i32.add (i32.load (i32.load (i32.const 512))) (i32.const 1)))
    (local.set $r (i32.load (local.get $p)))
    (global.set $sp (i32.add (local.get $f) (i32.const 64)))
    (local.get $r)))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 2..
;;   global g0 : mut i32 "sp" = i32.const 65536
;;   export "f" f1
;;   func f0 : ty0 "tell" {
;;   b0(v0: i32):
;;     v1 = i32.const 512
;;     i32.store v1, v0
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v2 = global.get g0
;;     v3 = i32.const 64
;;     v4 = i32.sub v2, v3
;;     global.set g0 v4
;;     v5 = i32.const 31
;;     v6 = i32.add v4, v5
;;     v7 = i32.const -16
;;     v8 = i32.and v6, v7
;;     call f0 v8
;;     v9 = i32.const 16
;;     v10 = i32.sub v4, v9
;;     global.set g0 v10
;;     global.set g0 v4
;;     i32.store v8, v0
;;     v11 = i32.const 512
;;     v12 = i32.load v11
;;     v13 = i32.const 512
;;     v14 = i32.load v13
;;     v15 = i32.load v14
;;     v16 = i32.const 1
;;     v17 = i32.add v15, v16
;;     i32.store v12, v17
;;     v18 = i32.load v8
;;     v19 = i32.const 64
;;     v20 = i32.add v4, v19
;;     global.set g0 v20
;;     return v18
;;   }
;; }
