;; A value of the loop that is used behind the exit block comes from the last copy.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,full-unroll,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(1) == 100010
;; run: f(0) == 30
(module
  (memory 1)
  (data (i32.const 16) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00")
  (func (export "f") (param $q i32) (result i32)
    (local $i i32) (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (i32.const 4)))
      (local.set $s (i32.add (local.get $s)
        (i32.load offset=16 (i32.shl (local.get $i) (i32.const 2)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (if (local.get $q) (then (return (i32.add (i32.const 100000) (local.get $s)))))
    (i32.mul (local.get $s) (i32.const 3))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v51 = i32.const 0
;;     v16 = i32.const 4
;;     v8 = i32.load v51 offset=16
;;     v25 = i32.load v16 offset=16
;;     v26 = i32.add v8, v25
;;     v34 = i32.const 8
;;     v35 = i32.load v34 offset=16
;;     v36 = i32.add v26, v35
;;     v44 = i32.const 12
;;     v45 = i32.load v44 offset=16
;;     v46 = i32.add v36, v45
;;     br_if v0, b5, b4
;;   b4:
;;     v14 = i32.const 3
;;     v15 = i32.mul v46, v14
;;     return v15
;;   b5:
;;     v12 = i32.const 100000
;;     v13 = i32.add v46, v12
;;     return v13
;;   }
;;   data data0 active m0 (i32.const 16) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00"
;; }
