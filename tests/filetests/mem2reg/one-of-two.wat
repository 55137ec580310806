;; A store to one of two variables, chosen when it runs, changes either: both are in memory there.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(0) == 105
;; run: f(1) == 209
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (func (export "f") (param $c i32) (result i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (i32.store offset=8 (local.get $f) (i32.const 1))
    (i32.store offset=12 (local.get $f) (i32.const 2))
    (i32.store (select (i32.add (local.get $f) (i32.const 8)) (i32.add (local.get $f) (i32.const 12)) (local.get $c))
      (i32.const 5))
    (i32.add (i32.mul (i32.load offset=8 (local.get $f)) (i32.const 100)) (i32.load offset=12 (local.get $f)))
    (i32.sub (i32.mul (local.get $c) (i32.const 293)))
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
;;     v5 = i32.const 1
;;     i32.store v4, v5 offset=8
;;     v6 = i32.const 2
;;     i32.store v4, v6 offset=12
;;     v7 = i32.const 8
;;     v8 = i32.add v4, v7
;;     v9 = i32.const 12
;;     v10 = i32.add v4, v9
;;     v11 = select v8, v10, v0
;;     v12 = i32.const 5
;;     i32.store v11, v12
;;     v13 = i32.load v4 offset=8
;;     v14 = i32.const 100
;;     v15 = i32.mul v13, v14
;;     v16 = i32.load v4 offset=12
;;     v17 = i32.add v15, v16
;;     v18 = i32.const 293
;;     v19 = i32.mul v0, v18
;;     v20 = i32.sub v17, v19
;;     v21 = i32.const 16
;;     v22 = i32.add v4, v21
;;     global.set g0 v22
;;     return v20
;;   }
;; }
