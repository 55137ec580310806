;; An index that is a large multiple of the counter wraps: what it is in the end says nothing of what
;; it was before.
;; test: pass unreachable,params,fold,gvn,branches,params,rotate,params,licm,version,params,fold,gvn,branches,params,dce
;; run: f(16, 4) == 24
;; run: f(16, 5) == 40
;; run: f(16, 9) == trap
;; run: f(16, 1) == 0
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\01\00\00\80")
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (if (i32.ge_u (i32.mul (local.get $i) (i32.const 0x80000000)) (i32.load offset=4 (local.get $a))) (then unreachable))
      (if (i32.ge_u (i32.mul (local.get $i) (i32.const 0x20000000)) (i32.const 0xfffffff0)) (then unreachable))
      (if (i32.eq (local.get $i) (i32.const 8)) (then unreachable))
      (local.set $s (i32.add (local.get $s) (i32.shl (local.get $i) (i32.const 2))))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
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
;;     v26 = i32.const -1
;;     v27 = i32.add v1, v26
;;     v28 = i64.extend_i32_u v27
;;     v29 = i32.load v0 offset=4
;;     v87 = i64.const 31
;;     v33 = i64.shl v28, v87
;;     v34 = i64.eqz v33
;;     v37 = i32.ne v29, v2
;;     v38 = i32.and v34, v37
;;     v42 = i64.const 4294967288
;;     v45 = i64.add v28, v42
;;     v46 = i64.const 4294967295
;;     v47 = i64.le_u v45, v46
;;     v48 = i32.and v38, v47
;;     v49 = i32.const 1
;;     v90 = i64.const 2
;;     v54 = i64.shl v28, v90
;;     v57 = i64.le_u v54, v46
;;     v58 = i32.and v48, v57
;;     v59 = i64.extend_i32_u v0
;;     v61 = i64.const -1017
;;     v62 = i64.add v59, v61
;;     v64 = i64.const 7
;;     v65 = i64.add v54, v64
;;     v66 = i64.ge_u v62, v65
;;     v67 = i32.and v58, v66
;;     br_if v67, b13(v2, v2), b1(v2, v2) !weights 1000 1
;;   b1(v14: i32, v3: i32):
;;     v23 = i32.const 31
;;     v5 = i32.shl v3, v23
;;     v6 = i32.load v0 offset=4
;;     v7 = i32.ge_u v5, v6
;;     br_if v7, b3, b2
;;   b2:
;;     v12 = i32.const 8
;;     v13 = i32.eq v3, v12
;;     br_if v13, b9, b8
;;   b3:
;;     unreachable
;;   b8:
;;     v15 = i32.const 2
;;     v16 = i32.shl v3, v15
;;     v17 = i32.add v14, v16
;;     i32.store v16, v17 offset=1024
;;     v21 = i32.add v3, v49
;;     v22 = i32.ne v21, v1
;;     br_if v22, b1(v17, v21), b11(v17)
;;   b9:
;;     unreachable
;;   b11(v25: i32):
;;     return v25
;;   b13(v68: i32, v69: i32):
;;     v81 = i32.const 2
;;     v82 = i32.shl v69, v81
;;     v83 = i32.add v68, v82
;;     i32.store v82, v83 offset=1024
;;     v85 = i32.add v69, v49
;;     v86 = i32.ne v85, v1
;;     br_if v86, b13(v83, v85), b11(v83)
;;   }
;;   data data0 active m0 (i32.const 16) "@\00\00\00\01\00\00\80"
;; }
