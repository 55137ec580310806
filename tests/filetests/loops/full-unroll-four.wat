;; A loop of four iterations becomes four copies of its body, with constant addresses.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-deletion,full-unroll,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f() == 10
(module
  (memory 1)
  (data (i32.const 16) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00")
  (func (export "f") (result i32)
    (local $i i32) (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (i32.const 4)))
      (local.set $s (i32.add (local.get $s)
        (i32.load offset=16 (i32.shl (local.get $i) (i32.const 2)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0:
;;     v46 = i32.const 0
;;     v11 = i32.const 4
;;     v7 = i32.load v46 offset=16
;;     v20 = i32.load v11 offset=16
;;     v21 = i32.add v7, v20
;;     v29 = i32.const 8
;;     v30 = i32.load v29 offset=16
;;     v31 = i32.add v21, v30
;;     v39 = i32.const 12
;;     v40 = i32.load v39 offset=16
;;     v41 = i32.add v31, v40
;;     return v41
;;   }
;;   data data0 active m0 (i32.const 16) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00"
;; }
