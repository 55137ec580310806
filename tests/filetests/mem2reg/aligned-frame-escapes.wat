;; A variable of an aligned frame is stored, relative to the rounded stack pointer, where an address of the frame escapes.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(5) == 16
(module (memory 2)
  (global $sp (mut i32) (i32.const 65520))
  (func $next (param i32) (result i32)
    (i32.add (i32.load (local.get 0)) (i32.load (i32.sub (local.get 0) (i32.const 4)))))
  (func (export "f") (param $x i32) (result i32)
    (local $caller i32) (local $f i32)
    (local.set $caller (global.get $sp))
    (local.set $f (i32.and (i32.sub (local.get $caller) (i32.const 128)) (i32.const -64)))
    (global.set $sp (local.get $f))
    (i32.store offset=60 (local.get $f) (local.get $x))
    (i32.store offset=64 (local.get $f) (i32.add (i32.load offset=60 (local.get $f)) (i32.const 1)))
    (i32.add (i32.load offset=60 (local.get $f)) (call $next (i32.add (local.get $f) (i32.const 64))))
    (global.set $sp (local.get $caller))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 2..
;;   global g0 : mut i32 "sp" = i32.const 65520
;;   export "f" f1
;;   func f0 : ty0 "next" {
;;   b0(v0: i32):
;;     v1 = i32.load v0
;;     v2 = i32.const 4
;;     v3 = i32.sub v0, v2
;;     v4 = i32.load v3
;;     v5 = i32.add v1, v4
;;     return v5
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v2 = global.get g0
;;     v3 = i32.const 128
;;     v4 = i32.sub v2, v3
;;     v5 = i32.const -64
;;     v6 = i32.and v4, v5
;;     global.set g0 v6
;;     v8 = i32.const 1
;;     v9 = i32.add v0, v8
;;     i32.store v6, v9 offset=64
;;     v11 = i32.const 64
;;     v12 = i32.add v6, v11
;;     i32.store v6, v0 offset=60
;;     v13 = call f0 v12
;;     v14 = i32.add v0, v13
;;     global.set g0 v2
;;     return v14
;;   }
;; }
