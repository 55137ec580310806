;; A frame that is aligned to 64 bytes: the stack pointer is rounded down, and variables at known distances from it become values.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(5) == 11
(module (memory 2)
  (global $sp (mut i32) (i32.const 65520))
  (func (export "f") (param $x i32) (result i32)
    (local $caller i32) (local $f i32)
    (local.set $caller (global.get $sp))
    (local.set $f (i32.and (i32.sub (local.get $caller) (i32.const 128)) (i32.const -64)))
    (global.set $sp (local.get $f))
    (i32.store offset=60 (local.get $f) (local.get $x))
    (i32.store offset=64 (local.get $f) (i32.add (i32.load offset=60 (local.get $f)) (i32.const 1)))
    (i32.add (i32.load offset=60 (local.get $f)) (i32.load offset=64 (local.get $f)))
    (global.set $sp (local.get $caller))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 2..
;;   global g0 : mut i32 "sp" = i32.const 65520
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v8 = i32.const 1
;;     v9 = i32.add v0, v8
;;     v12 = i32.add v0, v9
;;     return v12
;;   }
;; }
