;; An array of variable length is below the frame, so that a store to it may overwrite the variables of the frame. These
;; stay in memory: as values they would be stored and loaded again in each iteration, and alias-versioning, which can make
;; them values, would not know what is loaded.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(5) == 30
;; run: f(40) == 20540
(module
  (memory 1)
  (global $sp (mut i32) (i32.const 4096))
  (func (export "f") (param $n i32) (result i32)
    (local $fp i32) (local $a i32) (local $sum i32)
    (local.set $fp (i32.sub (global.get $sp) (i32.const 32)))
    (i32.store offset=28 (local.get $fp) (local.get $n))
    (local.set $a
      (i32.sub (local.get $fp) (i32.and (i32.add (i32.shl (local.get $n) (i32.const 2)) (i32.const 15)) (i32.const -16))))
    (i32.store offset=12 (local.get $fp) (i32.const 0))
    (block $end
      (loop $next
        (br_if $end (i32.ge_s (i32.load offset=12 (local.get $fp)) (i32.load offset=28 (local.get $fp))))
        (i32.store
          (i32.add (local.get $a) (i32.shl (i32.load offset=12 (local.get $fp)) (i32.const 2)))
          (i32.mul (i32.load offset=12 (local.get $fp)) (i32.load offset=12 (local.get $fp))))
        (i32.store offset=12 (local.get $fp) (i32.add (i32.load offset=12 (local.get $fp)) (i32.const 1)))
        (br $next)))
    (local.set $n (i32.const 0))
    (loop $next
      (local.set $sum (i32.add (local.get $sum) (i32.load (i32.add (local.get $a) (i32.shl (local.get $n) (i32.const 2))))))
      (local.set $n (i32.add (local.get $n) (i32.const 1)))
      (br_if $next (i32.lt_s (local.get $n) (i32.load offset=28 (local.get $fp)))))
    (local.get $sum)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "sp" = i32.const 4096
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = global.get g0
;;     v3 = i32.const 32
;;     v4 = i32.sub v2, v3
;;     i32.store v4, v0 offset=28
;;     v5 = i32.const 2
;;     v6 = i32.shl v0, v5
;;     v7 = i32.const 15
;;     v8 = i32.add v6, v7
;;     v9 = i32.const -16
;;     v10 = i32.and v8, v9
;;     v11 = i32.sub v4, v10
;;     v12 = i32.const 0
;;     i32.store v4, v12 offset=12
;;     jump b2
;;   b1:
;;     v26 = i32.const 0
;;     jump b4(v26, v1)
;;   b2:
;;     v13 = i32.load v4 offset=12
;;     v14 = i32.load v4 offset=28
;;     v15 = i32.ge_s v13, v14
;;     br_if v15, b1, b3
;;   b3:
;;     v16 = i32.load v4 offset=12
;;     v17 = i32.const 2
;;     v18 = i32.shl v16, v17
;;     v19 = i32.add v11, v18
;;     v20 = i32.load v4 offset=12
;;     v21 = i32.load v4 offset=12
;;     v22 = i32.mul v20, v21
;;     i32.store v19, v22
;;     v23 = i32.load v4 offset=12
;;     v24 = i32.const 1
;;     v25 = i32.add v23, v24
;;     i32.store v4, v25 offset=12
;;     jump b2
;;   b4(v28: i32, v27: i32):
;;     v29 = i32.const 2
;;     v30 = i32.shl v28, v29
;;     v31 = i32.add v11, v30
;;     v32 = i32.load v31
;;     v33 = i32.add v27, v32
;;     v34 = i32.const 1
;;     v35 = i32.add v28, v34
;;     v36 = i32.load v4 offset=28
;;     v37 = i32.lt_s v35, v36
;;     br_if v37, b4(v35, v33), b5
;;   b5:
;;     return v33
;;   }
;; }
