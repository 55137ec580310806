;; An address that is also used after the full loop is live through it anyway, so it is not rematerialized.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(4, 8, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) == 1342324733
(module
  (memory 1)
  (func (export "f") (param $x i32) (param $y i32) (param $n i32) (param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32)
    (local $a i32) (local $s i32)
    (local.set $a (i32.add (local.get $x) (local.get $y)))
    (loop $l
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 3)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 4)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 5)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 6)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 7)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 8)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 9)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 10)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 11)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 12)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 13)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 14)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 15)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 16)))
      (i32.store (local.get $a) (i32.add (i32.load (local.get $a)) (local.get $s)))
      (local.set $s (i32.add (local.get $s) (i32.sub (local.get $y) (local.get $x))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.load (local.get $a))))

;; expect:
;; ; cne: pure 14
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: delayed 2, refused.budget 1, refused.trap 1
;; f0: graph (v0: i32, v1: i32, v2: i32, v3: i32, v4: i32, v5: i32, v6: i32, v7: i32, v8: i32, v9: i32, v10: i32, v11: i32, v12: i32, v13: i32, v14: i32, v15: i32, v16: i32, s17.0, s18.1, e19) {
;;   v20 = i32.const 0
;;   v21 = i32.add v0, v1
;;   v22, v23, s24.0, e25 = theta (v26 = v2, v27 = v20, s28.0 = s17.0, e29 = e19) {
;;     v30 = i32.const 1
;;     v31 = i32.shl v27, v30
;;     v32 = i32.xor v31, v3
;;     v33 = i32.shl v32, v30
;;     v34 = i32.xor v33, v4
;;     v35 = i32.shl v34, v30
;;     v36 = i32.xor v35, v5
;;     v37 = i32.shl v36, v30
;;     v38 = i32.xor v37, v6
;;     v39 = i32.shl v38, v30
;;     v40 = i32.xor v39, v7
;;     v41 = i32.shl v40, v30
;;     v42 = i32.xor v41, v8
;;     v43 = i32.shl v42, v30
;;     v44 = i32.xor v43, v9
;;     v45 = i32.shl v44, v30
;;     v46 = i32.xor v45, v10
;;     v47 = i32.shl v46, v30
;;     v48 = i32.xor v47, v11
;;     v49 = i32.shl v48, v30
;;     v50 = i32.xor v49, v12
;;     v51 = i32.shl v50, v30
;;     v52 = i32.xor v51, v13
;;     v53 = i32.shl v52, v30
;;     v54 = i32.xor v53, v14
;;     v55 = i32.shl v54, v30
;;     v56 = i32.xor v55, v15
;;     v57 = i32.shl v56, v30
;;     v58 = i32.xor v57, v16
;;     v59, e60 = i32.load v21, s28.0, e29
;;     v61 = i32.add v59, v58
;;     s62.0, e63 = i32.store v21, v61, s28.0, e60
;;     v64 = i32.sub v26, v30
;;     c65 = match v64 {0 => 0, _ => 1}
;;     v66 = i32.sub v1, v0
;;     v67 = i32.add v58, v66
;;     => c65 repeat v64, v67, s62.0, e63
;;   }
;;   v68, e69 = i32.load v21, s24.0, e25
;; } => v68, s24.0, s18.1, e69
