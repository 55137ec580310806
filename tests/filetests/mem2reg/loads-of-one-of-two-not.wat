;; Not if one of the addresses is not known, if a store comes between the choice and the load, or if one of the variables
;; stays in memory anyway, where two loads would be more than one.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: other(3, 70000) == trap
;; run: store(3, 4) == 5
;; run: escapes(3, 4) == 4
(module (memory 1)
  (global $sp (mut i32) (i32.const 65536))
  (func $keep (param $p i32) (i32.store (i32.const 16) (local.get $p)))
  (func (export "other") (param $x i32) (param $p i32) (result i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (i32.store offset=8 (local.get $f) (local.get $x))
    (i32.load (select (i32.add (local.get $f) (i32.const 8)) (local.get $p) (i32.eqz (local.get $x))))
    (global.set $sp (i32.add (local.get $f) (i32.const 16))))
  (func (export "store") (param $x i32) (param $y i32) (result i32)
    (local $f i32) (local $p i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (i32.store offset=8 (local.get $f) (local.get $x))
    (i32.store offset=12 (local.get $f) (local.get $y))
    (local.set $p
      (if (result i32) (i32.gt_u (local.get $x) (local.get $y))
        (then (i32.add (local.get $f) (i32.const 8)))
        (else (i32.add (local.get $f) (i32.const 12)))))
    (i32.store offset=12 (local.get $f) (i32.const 5))
    (i32.load (local.get $p))
    (global.set $sp (i32.add (local.get $f) (i32.const 16))))
  (func (export "escapes") (param $x i32) (param $y i32) (result i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (i32.store offset=8 (local.get $f) (local.get $x))
    (i32.store offset=12 (local.get $f) (local.get $y))
    (call $keep (i32.add (local.get $f) (i32.const 8)))
    (i32.load (select (i32.add (local.get $f) (i32.const 8)) (i32.add (local.get $f) (i32.const 12))
      (i32.gt_u (local.get $x) (local.get $y))))
    (global.set $sp (i32.add (local.get $f) (i32.const 16)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "sp" = i32.const 65536
;;   export "other" f1
;;   export "store" f2
;;   export "escapes" f3
;;   func f0 : ty0 "keep" {
;;   b0(v0: i32):
;;     v1 = i32.const 16
;;     i32.store v1, v0
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v3 = global.get g0
;;     v4 = i32.const 16
;;     v5 = i32.sub v3, v4
;;     global.set g0 v5
;;     i32.store v5, v0 offset=8
;;     v6 = i32.const 8
;;     v7 = i32.add v5, v6
;;     v8 = i32.eqz v0
;;     v9 = select v7, v1, v8
;;     v10 = i32.load v9
;;     v11 = i32.const 16
;;     v12 = i32.add v5, v11
;;     global.set g0 v12
;;     return v10
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v3 = global.get g0
;;     v4 = i32.const 16
;;     v5 = i32.sub v3, v4
;;     global.set g0 v5
;;     i32.store v5, v0 offset=8
;;     v6 = i32.gt_u v0, v1
;;     br_if v6, b2, b3
;;   b1(v7: i32):
;;     v12 = i32.const 5
;;     i32.store v5, v12 offset=12
;;     v13 = i32.load v7
;;     v14 = i32.const 16
;;     v15 = i32.add v5, v14
;;     global.set g0 v15
;;     return v13
;;   b2:
;;     v8 = i32.const 8
;;     v9 = i32.add v5, v8
;;     jump b1(v9)
;;   b3:
;;     v10 = i32.const 12
;;     v11 = i32.add v5, v10
;;     jump b1(v11)
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v3 = global.get g0
;;     v4 = i32.const 16
;;     v5 = i32.sub v3, v4
;;     global.set g0 v5
;;     i32.store v5, v0 offset=8
;;     i32.store v5, v1 offset=12
;;     v6 = i32.const 8
;;     v7 = i32.add v5, v6
;;     call f0 v7
;;     v8 = i32.const 8
;;     v9 = i32.add v5, v8
;;     v10 = i32.const 12
;;     v11 = i32.add v5, v10
;;     v12 = i32.gt_u v0, v1
;;     v13 = select v9, v11, v12
;;     v14 = i32.load v13
;;     v15 = i32.const 16
;;     v16 = i32.add v5, v15
;;     global.set g0 v16
;;     return v14
;;   }
;; }
