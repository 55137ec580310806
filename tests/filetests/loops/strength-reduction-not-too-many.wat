;; A loop with ten variables already gets no more.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(4096, 3) == 0
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $x i32) (local $v0 i32) (local $v1 i32) (local $v2 i32) (local $v3 i32) (local $v4 i32) (local $v5 i32) (local $v6 i32) (local $v7 i32) (local $v8 i32)
    (loop $l
      (local.set $x (i32.load (i32.add (local.get $a) (i32.mul (local.get $i) (i32.const 12)))))
      (local.set $v0 (i32.xor (i32.rotl (local.get $v0) (i32.const 1)) (local.get $x)))
      (local.set $v1 (i32.xor (i32.rotl (local.get $v1) (i32.const 2)) (local.get $x)))
      (local.set $v2 (i32.xor (i32.rotl (local.get $v2) (i32.const 3)) (local.get $x)))
      (local.set $v3 (i32.xor (i32.rotl (local.get $v3) (i32.const 4)) (local.get $x)))
      (local.set $v4 (i32.xor (i32.rotl (local.get $v4) (i32.const 5)) (local.get $x)))
      (local.set $v5 (i32.xor (i32.rotl (local.get $v5) (i32.const 6)) (local.get $x)))
      (local.set $v6 (i32.xor (i32.rotl (local.get $v6) (i32.const 7)) (local.get $x)))
      (local.set $v7 (i32.xor (i32.rotl (local.get $v7) (i32.const 8)) (local.get $x)))
      (local.set $v8 (i32.xor (i32.rotl (local.get $v8) (i32.const 9)) (local.get $x)))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (i32.add (i32.add (i32.add (i32.add (i32.add (i32.add (i32.add (i32.add (local.get $v0) (local.get $v1)) (local.get $v2)) (local.get $v3)) (local.get $v4)) (local.get $v5)) (local.get $v6)) (local.get $v7)) (local.get $v8))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v2, v2, v2, v2, v2, v2, v2, v2, v2)
;;   b1(v40: i32, v36: i32, v32: i32, v28: i32, v24: i32, v20: i32, v16: i32, v12: i32, v8: i32, v3: i32):
;;     v4 = i32.const 12
;;     v5 = i32.mul v3, v4
;;     v6 = i32.add v0, v5
;;     v7 = i32.load v6
;;     v9 = i32.const 1
;;     v10 = i32.rotl v8, v9
;;     v11 = i32.xor v10, v7
;;     v13 = i32.const 2
;;     v14 = i32.rotl v12, v13
;;     v15 = i32.xor v14, v7
;;     v17 = i32.const 3
;;     v18 = i32.rotl v16, v17
;;     v19 = i32.xor v18, v7
;;     v21 = i32.const 4
;;     v22 = i32.rotl v20, v21
;;     v23 = i32.xor v22, v7
;;     v25 = i32.const 5
;;     v26 = i32.rotl v24, v25
;;     v27 = i32.xor v26, v7
;;     v29 = i32.const 6
;;     v30 = i32.rotl v28, v29
;;     v31 = i32.xor v30, v7
;;     v33 = i32.const 7
;;     v34 = i32.rotl v32, v33
;;     v35 = i32.xor v34, v7
;;     v37 = i32.const 8
;;     v38 = i32.rotl v36, v37
;;     v39 = i32.xor v38, v7
;;     v41 = i32.const 9
;;     v42 = i32.rotl v40, v41
;;     v43 = i32.xor v42, v7
;;     v44 = i32.const 1
;;     v45 = i32.add v3, v44
;;     v46 = i32.lt_s v45, v1
;;     br_if v46, b1(v43, v39, v35, v31, v27, v23, v19, v15, v11, v45), b2
;;   b2:
;;     v47 = i32.add v11, v15
;;     v48 = i32.add v47, v19
;;     v49 = i32.add v48, v23
;;     v50 = i32.add v49, v27
;;     v51 = i32.add v50, v31
;;     v52 = i32.add v51, v35
;;     v53 = i32.add v52, v39
;;     v54 = i32.add v53, v43
;;     return v54
;;   }
;; }
