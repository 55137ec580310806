;; Loop versioning: each iteration of the copy without range checks allocates an object of its own.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(200, 192, 8) == 8
(module
  (type $box (struct (field (mut i32))))
  (memory (export "m") 1)
  (global $last (mut (ref null $box)) (ref.null $box))
  (data (i32.const 200) "\00\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $p i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32) (local $new i32) (local $b (ref null $box))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load8_u offset=4 (local.get $a))))
      (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
      (i32.store8 (i32.add (local.get $p) (local.get $i)) (local.get $i))
      (local.set $b (struct.new $box (i32.const 1)))
      (local.set $new (i32.add (local.get $new) (i32.eqz (ref.eq (local.get $b) (global.get $last)))))
      (global.set $last (local.get $b))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $new)))

;; expect:
;; module {
;;   ty0 "box" = struct (mut i32)
;;   ty1 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut (ref null ty0) "last" = ref.null ty0
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v22 = i32.const -1
;;     v23 = i32.add v2, v22
;;     v24 = i64.extend_i32_u v23
;;     v25 = i32.load8_u v0 offset=4
;;     v26 = i32.load v0 offset=4
;;     v33 = i32.lt_u v23, v26
;;     v34 = i64.extend_i32_u v1
;;     v37 = i64.add v34, v24
;;     v38 = i64.const 4294967295
;;     v39 = i64.le_u v37, v38
;;     v40 = i32.and v33, v39
;;     v41 = i64.extend_i32_u v0
;;     v42 = i64.sub v41, v34
;;     v43 = i64.const 7
;;     v44 = i64.add v42, v43
;;     v46 = i64.const 4
;;     v47 = i64.add v24, v46
;;     v48 = i64.ge_u v44, v47
;;     v49 = i32.and v40, v48
;;     br_if v49, b7(v3, v3), b1(v3, v3) !weights 1000 1
;;   b1(v14: i32, v8: i32):
;;     v6 = i32.load8_u v0 offset=4
;;     v9 = i32.load v0 offset=4
;;     v10 = i32.ge_u v8, v9
;;     br_if v10, b3, b2
;;   b2:
;;     v11 = i32.add v1, v8
;;     i32.store8 v11, v8
;;     v12 = i32.const 1
;;     v13 = struct.new ty0 v12
;;     v15 = global.get g0
;;     v16 = ref.eq v13, v15
;;     v17 = i32.eqz v16
;;     v18 = i32.add v14, v17
;;     global.set g0 v13
;;     v20 = i32.add v8, v12
;;     v21 = i32.ne v20, v2
;;     br_if v21, b1(v18, v20), b5(v18)
;;   b3:
;;     unreachable
;;   b5(v66: i32):
;;     return v66
;;   b7(v50: i32, v51: i32):
;;     v57 = i32.add v1, v51
;;     i32.store8 v57, v51
;;     v58 = i32.const 1
;;     v59 = struct.new ty0 v58
;;     v60 = global.get g0
;;     v61 = ref.eq v59, v60
;;     v62 = i32.eqz v61
;;     v63 = i32.add v50, v62
;;     global.set g0 v59
;;     v64 = i32.add v51, v58
;;     v65 = i32.ne v64, v2
;;     br_if v65, b7(v63, v64), b5(v63)
;;   }
;;   data data0 active m0 (i32.const 200) "\00\00\00\00\08\00\00\00"
;; }
