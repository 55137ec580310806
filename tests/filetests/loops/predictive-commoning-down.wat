;; for j, downwards: a[i,j] = f(a[i,j+1]), the example of the paper: the element is passed to the next iteration,
;; and the row's address is computed once.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,gvn,licm,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(2, 3) == 24
(module
  (memory 1)
  (func (export "f") (param $i i32) (param $stride i32) (result i32)
    (local $j i32)
    (i32.store (i32.add (i32.mul (i32.mul (local.get $i) (i32.const 4)) (local.get $stride)) (i32.const 16)) (i32.const 3))
    (local.set $j (i32.const 3))
    (loop $l
      (i32.store (i32.add (i32.mul (i32.mul (local.get $i) (i32.const 4)) (local.get $stride)) (i32.mul (local.get $j) (i32.const 4)))
        (i32.shl (i32.load (i32.add (i32.mul (i32.mul (local.get $i) (i32.const 4)) (local.get $stride))
          (i32.mul (i32.add (local.get $j) (i32.const 1)) (i32.const 4)))) (i32.const 1)))
      (br_if $l (local.tee $j (i32.sub (local.get $j) (i32.const 1)))))
    (i32.load (i32.add (i32.mul (i32.mul (local.get $i) (i32.const 4)) (local.get $stride)) (i32.const 4)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.const 4
;;     v4 = i32.mul v0, v3
;;     v5 = i32.mul v4, v1
;;     v6 = i32.const 16
;;     v7 = i32.add v5, v6
;;     v8 = i32.const 3
;;     i32.store v7, v8
;;     v36 = i32.const 1
;;     v37 = i32.add v8, v36
;;     v38 = i32.mul v37, v3
;;     v39 = i32.add v5, v38
;;     v40 = i32.load v39
;;     jump b1(v8, v40)
;;   b1(v13: i32, v41: i32):
;;     v15 = i32.mul v13, v3
;;     v16 = i32.add v5, v15
;;     v20 = i32.const 1
;;     v27 = i32.shl v41, v20
;;     i32.store v16, v27
;;     v29 = i32.sub v13, v20
;;     br_if v29, b1(v29, v27), b2
;;   b2:
;;     v34 = i32.add v5, v3
;;     v35 = i32.load v34
;;     return v35
;;   }
;; }
