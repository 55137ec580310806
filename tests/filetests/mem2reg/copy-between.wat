;; `memory.copy` reads one variable, and writes another one, which is loaded again.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(5) == 12
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (func (export "f") (param $x i32) (result i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (i32.store offset=8 (local.get $f) (i32.add (local.get $x) (i32.const 1)))
    (i32.store offset=12 (local.get $f) (i32.const 0))
    (i32.store offset=8 (local.get $f) (i32.mul (i32.load offset=8 (local.get $f)) (i32.const 2)))
    (memory.copy (i32.add (local.get $f) (i32.const 12)) (i32.add (local.get $f) (i32.const 8)) (i32.const 4))
    (i32.load offset=12 (local.get $f))
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
;;     v6 = i32.add v0, v5
;;     v7 = i32.const 0
;;     i32.store v4, v7 offset=12
;;     v9 = i32.const 2
;;     v10 = i32.mul v6, v9
;;     v11 = i32.const 12
;;     v12 = i32.add v4, v11
;;     v13 = i32.const 8
;;     v14 = i32.add v4, v13
;;     v15 = i32.const 4
;;     i32.store v4, v10 offset=8
;;     memory.copy m0 m0 v12, v14, v15
;;     v16 = i32.load v4 offset=12
;;     v17 = i32.const 16
;;     v18 = i32.add v4, v17
;;     global.set g0 v18
;;     return v16
;;   }
;; }
