;; Checks that all lead to one block behind the loop.
;; test: pass unreachable,params,fold,gvn,branches,params,rotate,params,licm,version,params,fold,gvn,branches,params,dce
;; run: copy(16, 32, 8) == 108
;; run: copy(16, 32, 9) == trap
;; run: copy(16, 48, 8) == trap
(module
  (import "env" "abort" (func $abort (param i32)))
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "copy") (param $a i32) (param $b i32) (param $n i32) (result i32)
    (local $i i32)
    (block $fail
      (block $out
        (loop $l
          (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
          (br_if $fail (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))))
          (br_if $fail (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $b))))
          (i32.store (i32.add (i32.load (local.get $b)) (i32.shl (local.get $i) (i32.const 2)))
            (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2)))))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br $l)))
      (return (i32.add (i32.mul (i32.load offset=128 (i32.const 0)) (i32.const 100)) (i32.load offset=156 (i32.const 0)))))
    (call $abort (i32.const 1))
    unreachable))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32, i32, i32) -> (i32)
;;   import f0 "env" "abort" : ty0 "abort"
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "copy" f1
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     br_if v2, b9(v3), b2
;;   b1:
;;     v28 = i32.const 1
;;     call f0 v28
;;     unreachable
;;   b2:
;;     v22 = i32.load v3 offset=128
;;     v23 = i32.const 100
;;     v24 = i32.mul v22, v23
;;     v26 = i32.load v3 offset=156
;;     v27 = i32.add v24, v26
;;     return v27
;;   b5:
;;     v8 = i32.load v1 offset=4
;;     v9 = i32.ge_u v30, v8
;;     br_if v9, b1, b6
;;   b6:
;;     v10 = i32.load v1
;;     v11 = i32.const 2
;;     v12 = i32.shl v30, v11
;;     v13 = i32.add v10, v12
;;     v14 = i32.load v0
;;     v17 = i32.add v14, v12
;;     v18 = i32.load v17
;;     i32.store v13, v18
;;     v19 = i32.const 1
;;     v20 = i32.add v30, v19
;;     v5 = i32.ge_u v20, v2
;;     br_if v5, b2, b9(v20)
;;   b9(v30: i32):
;;     v6 = i32.load v0 offset=4
;;     v7 = i32.ge_u v30, v6
;;     br_if v7, b1, b5
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
