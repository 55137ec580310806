;; In a loop with few live values, an address is computed once, before it.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(4, 8, 3, 1, 1, 1) == 803
(module
  (memory 1)
  (func (export "f") (param $x i32) (param $y i32) (param $n i32) (param i32 i32 i32) (result i32)
    (local $a i32) (local $s i32)
    (local.set $a (i32.add (local.get $x) (local.get $y)))
    (loop $l
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 3)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 4)))
      (local.set $s (i32.xor (i32.shl (local.get $s) (i32.const 1)) (local.get 5)))
      (i32.store (local.get $a) (i32.add (i32.load (local.get $a)) (local.get $s)))
      (local.set $s (i32.add (local.get $s) (i32.sub (local.get $y) (local.get $x))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; ; cne: pure 3
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 1, delayed 1, refused.trap 1
;; f0: graph (v0: i32, v1: i32, v2: i32, v3: i32, v4: i32, v5: i32, s6.0, s7.1, e8) {
;;   v9 = i32.const 0
;;   v10 = i32.add v0, v1
;;   v11 = i32.sub v1, v0
;;   v12, v13, s14.0, e15 = theta (v16 = v2, v17 = v9, s18.0 = s6.0, e19 = e8) {
;;     v20 = i32.const 1
;;     v21 = i32.shl v17, v20
;;     v22 = i32.xor v21, v3
;;     v23 = i32.shl v22, v20
;;     v24 = i32.xor v23, v4
;;     v25 = i32.shl v24, v20
;;     v26 = i32.xor v25, v5
;;     v27, e28 = i32.load v10, s18.0, e19
;;     v29 = i32.add v27, v26
;;     s30.0, e31 = i32.store v10, v29, s18.0, e28
;;     v32 = i32.sub v16, v20
;;     c33 = match v32 {0 => 0, _ => 1}
;;     v34 = i32.add v26, v11
;;     => c33 repeat v32, v34, s30.0, e31
;;   }
;; } => v13, s14.0, s7.1, e15
