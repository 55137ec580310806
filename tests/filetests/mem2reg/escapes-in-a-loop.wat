;; A variable whose address escapes in a loop is in memory in all of it: the next iteration may change it.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(3) == 6
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (global $kept (mut i32) (i32.const 0))
  (func $keep (param i32) (global.set $kept (local.get 0)))
  (func $bump (i32.store (global.get $kept) (i32.add (i32.load (global.get $kept)) (i32.const 1))))
  (func (export "f") (param $n i32) (result i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (i32.store offset=12 (local.get $f) (i32.const 0))
    (global.set $kept (i32.const 64))
    (loop $l
      (i32.store offset=12 (local.get $f) (i32.add (i32.load offset=12 (local.get $f)) (i32.const 1)))
      (call $bump)
      (call $keep (i32.add (local.get $f) (i32.const 12)))
      (call $bump)
      (br_if $l (i32.gt_s (local.tee $n (i32.sub (local.get $n) (i32.const 2))) (i32.const 0))))
    (i32.add (i32.load offset=12 (local.get $f)) (i32.const 1))
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
;;     v5 = i32.const 0
;;     i32.store v4, v5 offset=12
;;     v6 = i32.const 64
;;     global.set g1 v6
;;     jump b1(v0)
;;   b1(v12: i32):
;;     v7 = i32.load v4 offset=12
;;     v8 = i32.const 1
;;     v9 = i32.add v7, v8
;;     i32.store v4, v9 offset=12
;;     call f1
;;     v10 = i32.const 12
;;     v11 = i32.add v4, v10
;;     call f0 v11
;;     call f1
;;     v13 = i32.const 2
;;     v14 = i32.sub v12, v13
;;     v15 = i32.const 0
;;     v16 = i32.gt_s v14, v15
;;     br_if v16, b1(v14), b2
;;   b2:
;;     v17 = i32.load v4 offset=12
;;     v18 = i32.const 1
;;     v19 = i32.add v17, v18
;;     v20 = i32.const 16
;;     v21 = i32.add v4, v20
;;     global.set g0 v21
;;     return v19
;;   }
;; }
