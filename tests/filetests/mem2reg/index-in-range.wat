;; A counter in the frame, and an array that it indexes: as a value, it is known to stay in the array, and no store to the array changes it.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(9) == 27
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (func (export "f") (param $x i32) (result i32)
    (local $sum i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (i32.store offset=12 (local.get $f) (i32.const 0))
    (block $e (loop $l
      (br_if $e (i32.ge_s (i32.load offset=12 (local.get $f)) (i32.const 3)))
      (i32.store (i32.add (local.get $f) (i32.shl (i32.load offset=12 (local.get $f)) (i32.const 2))) (local.get $x))
      (local.set $sum (i32.add (local.get $sum)
        (i32.load (i32.add (local.get $f) (i32.shl (i32.load offset=12 (local.get $f)) (i32.const 2))))))
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
;;     jump b2(v1, v5)
;;   b1:
;;     v23 = i32.const 16
;;     v24 = i32.add v4, v23
;;     global.set g0 v24
;;     return v13
;;   b2(v13: i32, v25: i32):
;;     v7 = i32.const 3
;;     v8 = i32.ge_s v25, v7
;;     br_if v8, b1, b3
;;   b3:
;;     v10 = i32.const 2
;;     v11 = i32.shl v25, v10
;;     v12 = i32.add v4, v11
;;     i32.store v12, v0
;;     v15 = i32.const 2
;;     v16 = i32.shl v25, v15
;;     v17 = i32.add v4, v16
;;     v18 = i32.load v17
;;     v19 = i32.add v13, v18
;;     v21 = i32.const 1
;;     v22 = i32.add v25, v21
;;     jump b2(v19, v22)
;;   }
;; }
