;; Of j = 2i+1, k = -i, l = 2ii+1 and c = c+5, the addresses of a[j] and a[k] are derived induction variables, that
;; of a[l] is none, and c is a basic one like i.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(4096, 3) == 15
(module
  (memory 1)
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32) (local $k i32) (local $l i32) (local $c i32) (local $s i32)
    (loop $l
      (local.set $j (i32.add (i32.mul (i32.const 2) (local.get $i)) (i32.const 1)))
      (local.set $k (i32.sub (i32.const 0) (local.get $i)))
      (local.set $l (i32.add (i32.mul (i32.mul (i32.const 2) (local.get $i)) (local.get $i)) (i32.const 1)))
      (local.set $c (i32.add (local.get $c) (i32.const 5)))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $a) (i32.mul (local.get $j) (i32.const 4))))))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $a) (i32.mul (local.get $k) (i32.const 4))))))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $a) (i32.mul (local.get $l) (i32.const 4))))))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (i32.add (local.get $s) (local.get $c))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v38 = i32.const 2
;;     v39 = i32.mul v38, v2
;;     v40 = i32.const 1
;;     v41 = i32.add v39, v40
;;     v42 = i32.const 4
;;     v43 = i32.mul v41, v42
;;     v44 = i32.add v0, v43
;;     v48 = i32.const 0
;;     v49 = i32.sub v48, v2
;;     v50 = i32.const 4
;;     v51 = i32.mul v49, v50
;;     v52 = i32.add v0, v51
;;     jump b1(v2, v2, v2, v44, v52)
;;   b1(v18: i32, v15: i32, v4: i32, v45: i32, v53: i32):
;;     v10 = i32.const 2
;;     v11 = i32.mul v10, v4
;;     v12 = i32.mul v11, v4
;;     v13 = i32.const 1
;;     v14 = i32.add v12, v13
;;     v16 = i32.const 5
;;     v17 = i32.add v15, v16
;;     v22 = i32.load v45
;;     v23 = i32.add v18, v22
;;     v27 = i32.load v53
;;     v28 = i32.add v23, v27
;;     v29 = i32.const 4
;;     v30 = i32.mul v14, v29
;;     v31 = i32.add v0, v30
;;     v32 = i32.load v31
;;     v33 = i32.add v28, v32
;;     v34 = i32.const 1
;;     v35 = i32.add v4, v34
;;     v36 = i32.lt_s v35, v1
;;     v46 = i32.const 8
;;     v47 = i32.add v45, v46
;;     v54 = i32.const -4
;;     v55 = i32.add v53, v54
;;     br_if v36, b1(v33, v17, v35, v47, v55), b2
;;   b2:
;;     v37 = i32.add v33, v17
;;     return v37
;;   }
;; }
