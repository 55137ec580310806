;; A load stays if the loop stores to its location, also after more stores than the alias analysis keeps apart.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,dce
;; run: f(3) == 3
(module
  (memory (export "m") 1)
  (func (export "f") (param $n i32) (result i32) (local $i i32) (local $sum i32)
    (loop $l
        (local.set $sum (i32.add (local.get $sum) (i32.load (i32.const 160))))
        (i32.store (i32.const 4) (local.get $i))
        (i32.store (i32.const 8) (local.get $i))
        (i32.store (i32.const 12) (local.get $i))
        (i32.store (i32.const 16) (local.get $i))
        (i32.store (i32.const 20) (local.get $i))
        (i32.store (i32.const 24) (local.get $i))
        (i32.store (i32.const 28) (local.get $i))
        (i32.store (i32.const 32) (local.get $i))
        (i32.store (i32.const 36) (local.get $i))
        (i32.store (i32.const 40) (local.get $i))
        (i32.store (i32.const 44) (local.get $i))
        (i32.store (i32.const 48) (local.get $i))
        (i32.store (i32.const 52) (local.get $i))
        (i32.store (i32.const 56) (local.get $i))
        (i32.store (i32.const 60) (local.get $i))
        (i32.store (i32.const 64) (local.get $i))
        (i32.store (i32.const 68) (local.get $i))
        (i32.store (i32.const 72) (local.get $i))
        (i32.store (i32.const 76) (local.get $i))
        (i32.store (i32.const 80) (local.get $i))
        (i32.store (i32.const 84) (local.get $i))
        (i32.store (i32.const 88) (local.get $i))
        (i32.store (i32.const 92) (local.get $i))
        (i32.store (i32.const 96) (local.get $i))
        (i32.store (i32.const 100) (local.get $i))
        (i32.store (i32.const 104) (local.get $i))
        (i32.store (i32.const 108) (local.get $i))
        (i32.store (i32.const 112) (local.get $i))
        (i32.store (i32.const 116) (local.get $i))
        (i32.store (i32.const 120) (local.get $i))
        (i32.store (i32.const 124) (local.get $i))
        (i32.store (i32.const 128) (local.get $i))
        (i32.store (i32.const 132) (local.get $i))
        (i32.store (i32.const 136) (local.get $i))
        (i32.store (i32.const 140) (local.get $i))
        (i32.store (i32.const 144) (local.get $i))
        (i32.store (i32.const 148) (local.get $i))
        (i32.store (i32.const 152) (local.get $i))
        (i32.store (i32.const 156) (local.get $i))
        (i32.store (i32.const 160) (local.get $i))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $l (i32.lt_u (local.get $i) (local.get $n))))
    (i32.add (local.get $sum) (i32.load (i32.const 160)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v1)
;;   b1(v7: i32, v2: i32):
;;     v3 = i32.const 160
;;     v4 = i32.load v3
;;     v5 = i32.add v2, v4
;;     v6 = i32.const 4
;;     i32.store v6, v7
;;     v8 = i32.const 8
;;     i32.store v8, v7
;;     v9 = i32.const 12
;;     i32.store v9, v7
;;     v10 = i32.const 16
;;     i32.store v10, v7
;;     v11 = i32.const 20
;;     i32.store v11, v7
;;     v12 = i32.const 24
;;     i32.store v12, v7
;;     v13 = i32.const 28
;;     i32.store v13, v7
;;     v14 = i32.const 32
;;     i32.store v14, v7
;;     v15 = i32.const 36
;;     i32.store v15, v7
;;     v16 = i32.const 40
;;     i32.store v16, v7
;;     v17 = i32.const 44
;;     i32.store v17, v7
;;     v18 = i32.const 48
;;     i32.store v18, v7
;;     v19 = i32.const 52
;;     i32.store v19, v7
;;     v20 = i32.const 56
;;     i32.store v20, v7
;;     v21 = i32.const 60
;;     i32.store v21, v7
;;     v22 = i32.const 64
;;     i32.store v22, v7
;;     v23 = i32.const 68
;;     i32.store v23, v7
;;     v24 = i32.const 72
;;     i32.store v24, v7
;;     v25 = i32.const 76
;;     i32.store v25, v7
;;     v26 = i32.const 80
;;     i32.store v26, v7
;;     v27 = i32.const 84
;;     i32.store v27, v7
;;     v28 = i32.const 88
;;     i32.store v28, v7
;;     v29 = i32.const 92
;;     i32.store v29, v7
;;     v30 = i32.const 96
;;     i32.store v30, v7
;;     v31 = i32.const 100
;;     i32.store v31, v7
;;     v32 = i32.const 104
;;     i32.store v32, v7
;;     v33 = i32.const 108
;;     i32.store v33, v7
;;     v34 = i32.const 112
;;     i32.store v34, v7
;;     v35 = i32.const 116
;;     i32.store v35, v7
;;     v36 = i32.const 120
;;     i32.store v36, v7
;;     v37 = i32.const 124
;;     i32.store v37, v7
;;     v38 = i32.const 128
;;     i32.store v38, v7
;;     v39 = i32.const 132
;;     i32.store v39, v7
;;     v40 = i32.const 136
;;     i32.store v40, v7
;;     v41 = i32.const 140
;;     i32.store v41, v7
;;     v42 = i32.const 144
;;     i32.store v42, v7
;;     v43 = i32.const 148
;;     i32.store v43, v7
;;     v44 = i32.const 152
;;     i32.store v44, v7
;;     v45 = i32.const 156
;;     i32.store v45, v7
;;     v46 = i32.const 160
;;     i32.store v46, v7
;;     v47 = i32.const 1
;;     v48 = i32.add v7, v47
;;     v49 = i32.lt_u v48, v0
;;     br_if v49, b1(v48, v5), b2
;;   b2:
;;     v50 = i32.const 160
;;     v51 = i32.load v50
;;     v52 = i32.add v5, v51
;;     return v52
;;   }
;; }
