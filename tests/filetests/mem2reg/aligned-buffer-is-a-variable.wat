;; A rounded address is that of a variable. If accesses at known places alone became values, all that is left would be relative to the rounded address: that says nothing of whether it reaches them.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(5) == 7
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (func (export "f") (param $x i32) (result i32)
    (local $f i32) (local $p i32)
    (local.set $f (i32.sub (global.get $sp) (i32.const 64)))
    (local.set $p (i32.and (i32.add (local.get $f) (i32.const 31)) (i32.const -16)))
    (i32.store offset=16 (local.get $f) (local.get $x))
    (i32.store offset=16 (local.get $f) (i32.add (i32.load offset=16 (local.get $f)) (i32.const 1)))
    (i32.store (local.get $p) (i32.const 7))
    (i32.load offset=16 (local.get $f))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 2..
;;   global g0 : mut i32 "sp" = i32.const 65536
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v2 = global.get g0
;;     v3 = i32.const 64
;;     v4 = i32.sub v2, v3
;;     v5 = i32.const 31
;;     v6 = i32.add v4, v5
;;     v7 = i32.const -16
;;     v8 = i32.and v6, v7
;;     v10 = i32.const 1
;;     v11 = i32.add v0, v10
;;     v12 = i32.const 7
;;     i32.store v4, v11 offset=16
;;     i32.store v8, v12
;;     v14 = i32.load v4 offset=16
;;     return v14
;;   }
;; }
