;; Partial unrolling: exits that trap stay in each copy, after the stores before them.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(64, 8, 9) == 36
;; run: f(64, 9, 8) == trap
;; run: f(64, 8, 8) == 36
;; run: f(64, 3, 8) == 6
;; run: f(0xffff, 8, 9) == trap
;; run: after(64, 9, 6) == 21
;; run: after(64, 9, 3) == 6
(module
  (import "env" "abort" (func $abort (param i32)))
  (memory (export "m") 1)
  (data (i32.const 64) "\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10")
  (func $f (export "f") (param $p i32) (param $n i32) (param $most i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (if (i32.ge_u (local.get $i) (local.get $most)) (then (call $abort (i32.const 3)) unreachable))
      (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.add (local.get $p) (local.get $i)))))
      (i32.store8 offset=64 (i32.add (local.get $p) (local.get $i)) (local.get $s))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "after") (param $p i32) (param $n i32) (param $most i32) (result i32)
    (drop (call $f (local.get $p) (local.get $most) (i32.const 100)))
    (i32.load8_u offset=63 (i32.add (local.get $p) (local.get $most)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32, i32, i32) -> (i32)
;;   import f0 "env" "abort" : ty0 "abort"
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f1
;;   export "after" f2
;;   func f1 : ty1 "f" {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v51 = i32.const 5
;;     v52 = i32.ge_u v1, v51
;;     br_if v52, b17, b1(v3, v3)
;;   b1(v7: i32, v4: i32):
;;     v5 = i32.ge_u v4, v2
;;     br_if v5, b3, b2
;;   b2:
;;     v8 = i32.add v0, v4
;;     v9 = i32.load8_u v8
;;     v10 = i32.add v7, v9
;;     i32.store8 v8, v10 offset=64
;;     v12 = i32.const 1
;;     v13 = i32.add v4, v12
;;     v14 = i32.ne v13, v1
;;     br_if v14, b1(v10, v13), b5
;;   b3:
;;     v6 = i32.const 3
;;     call f0 v6
;;     unreachable
;;   b5:
;;     return v10
;;   b6(v15: i32, v16: i32):
;;     v17 = i32.ge_u v16, v2
;;     br_if v17, b3, b7
;;   b7:
;;     v18 = i32.add v0, v16
;;     v19 = i32.load8_u v18
;;     v20 = i32.add v15, v19
;;     i32.store8 v18, v20 offset=64
;;     v21 = i32.const 1
;;     v22 = i32.add v16, v21
;;     v26 = i32.ge_u v22, v2
;;     br_if v26, b3, b9
;;   b9:
;;     v28 = i32.load8_u v18 offset=1
;;     v29 = i32.add v20, v28
;;     i32.store8 v18, v29 offset=65
;;     v31 = i32.add v16, v58
;;     v35 = i32.ge_u v31, v2
;;     br_if v35, b3, b11
;;   b11:
;;     v37 = i32.load8_u v18 offset=2
;;     v38 = i32.add v29, v37
;;     i32.store8 v18, v38 offset=66
;;     v68 = i32.const 3
;;     v40 = i32.add v16, v68
;;     v44 = i32.ge_u v40, v2
;;     br_if v44, b3, b13
;;   b13:
;;     v46 = i32.load8_u v18 offset=3
;;     v47 = i32.add v38, v46
;;     i32.store8 v18, v47 offset=67
;;     v69 = i32.const 4
;;     v49 = i32.add v16, v69
;;     v63 = i32.ne v49, v61
;;     br_if v63, b6(v47, v49), b1(v47, v49)
;;   b16:
;;     v56 = i32.const -1
;;     v57 = i32.add v1, v56
;;     v58 = i32.const 2
;;     v66 = i32.const -4
;;     v61 = i32.and v57, v66
;;     jump b6(v3, v3)
;;   b17:
;;     v53 = memory.size m0
;;     v54 = i32.const 65535
;;     v55 = i32.le_u v53, v54
;;     br_if v55, b16, b1(v3, v3)
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 100
;;     v4 = call f1 v0, v2, v3
;;     v5 = i32.add v0, v2
;;     v6 = i32.load8_u v5 offset=63
;;     return v6
;;   }
;;   data data0 active m0 (i32.const 64) "\01\02\03\04\05\06\07\08\t\n\0b\0c\0d\0e\0f\10"
;; }
