;; A vector of which parts are accessed stays in memory.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(5) == 5
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (func (export "f") (param $x i32) (result i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (v128.store (local.get $f) (i32x4.splat (local.get $x)))
    (i32.load offset=8 (local.get $f))
    (global.set $sp (i32.add (local.get $f) (i32.const 16)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 2..
;;   global g0 : mut i32 "sp" = i32.const 65536
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v2 = global.get g0
;;     v3 = i32.const 16
;;     v4 = i32.sub v2, v3
;;     global.set g0 v4
;;     v5 = i32x4.splat v0
;;     v128.store v4, v5
;;     v6 = i32.load v4 offset=8
;;     v7 = i32.const 16
;;     v8 = i32.add v4, v7
;;     global.set g0 v8
;;     return v6
;;   }
;; }
