;; In a loop with more than half of its register budget used, addresses are not hoisted.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(4, 8, 3, 1, 1, 1, 1, 1, 1, 1, 1) == 17040387
(module
  (memory 1)
  (func (export "f") (param $x i32) (param $y i32) (param $n i32) (param i32 i32 i32 i32 i32 i32 i32 i32) (result i32)
    (local $a i32) (local $s i32)
        (loop $l
      (local.set $a (i32.add (local.get $x) (local.get $y)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 3)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 4)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 5)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 6)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 7)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 8)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 9)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 10)))
      (i32.store (local.get $a) (i32.add (i32.load (local.get $a)) (local.get $s)))
      (local.set $s (i32.add (local.get $s) (i32.sub (local.get $y) (local.get $x))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; ; cne: pure 8
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 1, delayed 1, refused.budget 1, refused.trap 1
;; f0: graph (v0: i32, v1: i32, v2: i32, v3: i32, v4: i32, v5: i32, v6: i32, v7: i32, v8: i32, v9: i32, v10: i32, s11.0, s12.1, e13) {
;;   v14 = i32.const 0
;;   v15 = i32.sub v1, v0
;;   v16, v17, s18.0, e19 = theta (v20 = v2, v21 = v14, s22.0 = s11.0, e23 = e13) {
;;     v24 = i32.add v0, v1
;;     v25 = i32.const 1
;;     v26 = i32.shl v21, v25
;;     v27 = i32.xor v26, v3
;;     v28 = i32.shl v27, v25
;;     v29 = i32.xor v28, v4
;;     v30 = i32.shl v29, v25
;;     v31 = i32.xor v30, v5
;;     v32 = i32.shl v31, v25
;;     v33 = i32.xor v32, v6
;;     v34 = i32.shl v33, v25
;;     v35 = i32.xor v34, v7
;;     v36 = i32.shl v35, v25
;;     v37 = i32.xor v36, v8
;;     v38 = i32.shl v37, v25
;;     v39 = i32.xor v38, v9
;;     v40 = i32.shl v39, v25
;;     v41 = i32.xor v40, v10
;;     v42, e43 = i32.load v24, s22.0, e23
;;     v44 = i32.add v42, v41
;;     s45.0, e46 = i32.store v24, v44, s22.0, e43
;;     v47 = i32.sub v20, v25
;;     c48 = match v47 {0 => 0, _ => 1}
;;     v49 = i32.add v41, v15
;;     => c48 repeat v47, v49, s45.0, e46
;;   }
;; } => v17, s18.0, s12.1, e19
