;; A step of four, a check of the last of four elements: both ends of the index count.
;; test: pass unreachable,params,fold,gvn,branches,params,rotate,params,licm,version,params,fold,gvn,branches,params,dce
;; run: f(16, 0) == 0
;; run: f(16, 8) == 36
;; run: f(16, 12) == trap
;; run: f(16, 5) == 36
;; run: f(32, 1) == 0
;; run: f(0xfffffff0, 8) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
        (if (i32.ge_u (i32.add (local.get $i) (i32.const 3)) (i32.load offset=4 (local.get $a))) (then unreachable))
        (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
        (local.set $s (i32.add (local.get $s) (i32.load offset=4 (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
        (local.set $s (i32.add (local.get $s) (i32.load offset=8 (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
        (local.set $s (i32.add (local.get $s) (i32.load offset=12 (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
        (i32.store offset=1024 (local.get $i) (local.get $s))
        (local.set $i (i32.add (local.get $i) (i32.const 4)))
        (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v36 = i32.le_s v1, v2
;;     br_if v36, b1(v2), b7(v2, v2)
;;   b1(v39: i32):
;;     return v39
;;   b4:
;;     v10 = i32.load v0
;;     v11 = i32.const 2
;;     v12 = i32.shl v37, v11
;;     v13 = i32.add v10, v12
;;     v14 = i32.load v13
;;     v15 = i32.add v38, v14
;;     v20 = i32.load v13 offset=4
;;     v21 = i32.add v15, v20
;;     v26 = i32.load v13 offset=8
;;     v27 = i32.add v21, v26
;;     v32 = i32.load v13 offset=12
;;     v33 = i32.add v27, v32
;;     i32.store v37, v33 offset=1024
;;     v34 = i32.const 4
;;     v35 = i32.add v37, v34
;;     v4 = i32.ge_s v35, v1
;;     br_if v4, b1(v33), b7(v35, v33)
;;   b5:
;;     unreachable
;;   b7(v37: i32, v38: i32):
;;     v5 = i32.const 3
;;     v6 = i32.add v37, v5
;;     v7 = i32.load v0 offset=4
;;     v8 = i32.ge_u v6, v7
;;     br_if v8, b5, b4
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\08\00\00\00"
;;   data data1 active m0 (i32.const 32) "\80\00\00\00\08\00\00\00"
;;   data data2 active m0 (i32.const 48) "0\00\00\00\08\00\00\00"
;;   data data3 active m0 (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00"
;; }
