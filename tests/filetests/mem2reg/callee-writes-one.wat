;; A callee that only writes four bytes through its parameter changes one variable, and keeps no address.
;; test: pass unreachable,ssa-cleanup,graph,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(5) == 12
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (func $set (param $p i32) (param $n i32)
    (if (local.get $n) (then (i32.store (local.get $p) (local.get $n)) (call $set (i32.const 64) (i32.sub (local.get $n) (i32.const 1))))))
  (func $put (param $p i32) (i32.store (local.get $p) (i32.const 7)))
  (func (export "f") (param $x i32) (result i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (i32.store offset=8 (local.get $f) (local.get $x))
    (i32.store offset=12 (local.get $f) (local.get $x))
    (call $put (i32.add (local.get $f) (i32.const 12)))
    (i32.add (i32.load offset=8 (local.get $f)) (i32.load offset=12 (local.get $f)))
    (global.set $sp (i32.add (local.get $f) (i32.const 16)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> ()
;;   ty1 = func (i32) -> ()
;;   ty2 = func (i32) -> (i32)
;;   memory m0 : i32 2..
;;   global g0 : mut i32 "sp" = i32.const 65536
;;   export "f" f2
;;   func f0 : ty0 "set" {
;;   b0(v0: i32, v1: i32):
;;     br_if v1, b1, b2
;;   b1:
;;     i32.store v0, v1
;;     v2 = i32.const 64
;;     v3 = i32.const -1
;;     v4 = i32.add v1, v3
;;     call f0 v2, v4
;;     jump b2
;;   b2:
;;     return
;;   }
;;   func f1 : ty1 "put" {
;;   b0(v0: i32):
;;     v1 = i32.const 7
;;     i32.store v0, v1
;;     return
;;   }
;;   func f2 : ty2 {
;;   b0(v0: i32):
;;     v1 = global.get g0
;;     v2 = i32.const -16
;;     v3 = i32.add v1, v2
;;     global.set g0 v3
;;     i32.store v3, v0 offset=12
;;     v4 = i32.const -4
;;     v5 = i32.add v1, v4
;;     call f1 v5
;;     v7 = i32.load v3 offset=12
;;     v8 = i32.add v0, v7
;;     global.set g0 v1
;;     return v8
;;   }
;; }
