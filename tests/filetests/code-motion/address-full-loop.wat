;; "Rematerialize cheap nodes (address adds)": in a loop with many live values, an address is computed again next to
;; its uses, from values that are live anyway.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(4, 8, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) == 1073807363
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
    (local.get $s)))

;; expect:
;; ; cne: pure 14
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: delayed 2, rematerialized 1, refused.budget 1, refused.trap 1
;; f0: graph (v0: i32, v1: i32, v2: i32, v3: i32, v4: i32, v5: i32, v6: i32, v7: i32, v8: i32, v9: i32, v10: i32, v11: i32, v12: i32, v13: i32, v14: i32, v15: i32, v16: i32, s17.0, s18.1, e19) {
;;   v20 = i32.const 0
;;   v21, v22, s23.0, e24 = theta (v25 = v2, v26 = v20, s27.0 = s17.0, e28 = e19) {
;;     v29 = i32.const 1
;;     v30 = i32.shl v26, v29
;;     v31 = i32.xor v30, v3
;;     v32 = i32.shl v31, v29
;;     v33 = i32.xor v32, v4
;;     v34 = i32.shl v33, v29
;;     v35 = i32.xor v34, v5
;;     v36 = i32.shl v35, v29
;;     v37 = i32.xor v36, v6
;;     v38 = i32.shl v37, v29
;;     v39 = i32.xor v38, v7
;;     v40 = i32.shl v39, v29
;;     v41 = i32.xor v40, v8
;;     v42 = i32.shl v41, v29
;;     v43 = i32.xor v42, v9
;;     v44 = i32.shl v43, v29
;;     v45 = i32.xor v44, v10
;;     v46 = i32.shl v45, v29
;;     v47 = i32.xor v46, v11
;;     v48 = i32.shl v47, v29
;;     v49 = i32.xor v48, v12
;;     v50 = i32.shl v49, v29
;;     v51 = i32.xor v50, v13
;;     v52 = i32.shl v51, v29
;;     v53 = i32.xor v52, v14
;;     v54 = i32.shl v53, v29
;;     v55 = i32.xor v54, v15
;;     v56 = i32.shl v55, v29
;;     v57 = i32.xor v56, v16
;;     v58 = i32.add v0, v1
;;     v59, e60 = i32.load v58, s27.0, e28
;;     v61 = i32.add v59, v57
;;     s62.0, e63 = i32.store v58, v61, s27.0, e60
;;     v64 = i32.sub v25, v29
;;     c65 = match v64 {0 => 0, _ => 1}
;;     v66 = i32.sub v1, v0
;;     v67 = i32.add v57, v66
;;     => c65 repeat v64, v67, s62.0, e63
;;   }
;; } => v22, s23.0, s18.1, e24
