;; An index that may be one too large changes the counter behind the array, which is stored before and loaded again.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(9) == 40
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (func (export "f") (param $x i32) (result i32)
    (local $sum i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (i32.store offset=12 (local.get $f) (i32.const 0))
    (block $e (loop $l
      (br_if $e (i32.ge_s (i32.load offset=12 (local.get $f)) (i32.const 4)))
      (i32.store (i32.add (local.get $f) (i32.shl (i32.load offset=12 (local.get $f)) (i32.const 2))) (local.get $x))
      (local.set $sum (i32.add (local.get $sum) (i32.const 10)))
      (i32.store offset=12 (local.get $f) (i32.add (i32.load offset=12 (local.get $f)) (i32.const 1)))
      (br $l)))
    (local.get $sum)
    (global.set $sp (i32.add (local.get $f) (i32.const 16)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 2..
;;   global g0 : mut i32 "sp" = i32.const 65536
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = global.get g0
;;     v3 = i32.const 16
;;     v4 = i32.sub v2, v3
;;     global.set g0 v4
;;     v5 = i32.const 0
;;     i32.store v4, v5 offset=12
;;     jump b2(v1)
;;   b1:
;;     v19 = i32.const 16
;;     v20 = i32.add v4, v19
;;     global.set g0 v20
;;     return v13
;;   b2(v13: i32):
;;     v6 = i32.load v4 offset=12
;;     v7 = i32.const 4
;;     v8 = i32.ge_s v6, v7
;;     br_if v8, b1, b3
;;   b3:
;;     v9 = i32.load v4 offset=12
;;     v10 = i32.const 2
;;     v11 = i32.shl v9, v10
;;     v12 = i32.add v4, v11
;;     i32.store v12, v0
;;     v14 = i32.const 10
;;     v15 = i32.add v13, v14
;;     v16 = i32.load v4 offset=12
;;     v17 = i32.const 1
;;     v18 = i32.add v16, v17
;;     i32.store v4, v18 offset=12
;;     jump b2(v15)
;;   }
;; }
