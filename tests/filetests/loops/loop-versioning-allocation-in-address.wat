;; Loop versioning: an address depends on an object that each iteration allocates. The load is not hoisted with the
;; allocation.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,loop-versioning,ssa-cleanup,dce
;; run: f(200, 192, 8) == 8
(module
  (type $box (struct (field (mut i32))))
  (memory (export "m") 1)
  (global $last (mut (ref null $box)) (ref.null $box))
  (data (i32.const 200) "\00\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $p i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32) (local $new i32) (local $b (ref null $box))
    (loop $l
      (local.set $b (struct.new $box (i32.const 1)))
      (local.set $s (i32.add (local.get $s)
        (i32.load8_u offset=4 (i32.add (local.get $a) (ref.is_null (local.get $b))))))
      (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
      (i32.store8 (i32.add (local.get $p) (local.get $i)) (local.get $i))
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
;;     v24 = i32.const -1
;;     v25 = i32.add v2, v24
;;     v26 = i64.extend_i32_u v25
;;     v27 = i32.load v0 offset=4
;;     v28 = i32.const 0
;;     v29 = i64.extend_i32_u v28
;;     v30 = i64.const 1
;;     v31 = i64.mul v26, v30
;;     v32 = i64.add v29, v31
;;     v33 = i64.extend_i32_u v27
;;     v34 = i64.lt_u v32, v33
;;     v35 = i64.extend_i32_u v1
;;     v36 = i64.const 1
;;     v37 = i64.mul v26, v36
;;     v38 = i64.add v35, v37
;;     v39 = i64.const 4294967295
;;     v40 = i64.le_u v38, v39
;;     v41 = i32.and v34, v40
;;     v42 = i64.extend_i32_u v0
;;     v43 = i64.sub v42, v35
;;     v44 = i64.const 7
;;     v45 = i64.add v43, v44
;;     v46 = i64.sub v38, v35
;;     v47 = i64.const 4
;;     v48 = i64.add v46, v47
;;     v49 = i64.ge_u v45, v48
;;     v50 = i32.and v41, v49
;;     br_if v50, b7(v3, v3), b6 !weights 1000 1
;;   b1(v16: i32, v12: i32):
;;     v5 = i32.const 1
;;     v6 = struct.new ty0 v5
;;     v8 = ref.is_null v6
;;     v9 = i32.add v0, v8
;;     v10 = i32.load8_u v9 offset=4
;;     v13 = i32.load v0 offset=4
;;     v14 = i32.ge_u v12, v13
;;     br_if v14, b3, b4
;;   b2:
;;     v15 = i32.add v1, v12
;;     i32.store8 v15, v12
;;     v17 = global.get g0
;;     v18 = ref.eq v6, v17
;;     v19 = i32.eqz v18
;;     v20 = i32.add v16, v19
;;     global.set g0 v6
;;     v21 = i32.const 1
;;     v22 = i32.add v12, v21
;;     v23 = i32.ne v22, v2
;;     br_if v23, b1(v20, v22), b5(v20)
;;   b3:
;;     unreachable
;;   b4:
;;     jump b2
;;   b5(v70: i32):
;;     return v70
;;   b6:
;;     jump b1(v3, v3)
;;   b7(v51: i32, v52: i32):
;;     v54 = i32.const 1
;;     v55 = struct.new ty0 v54
;;     v56 = ref.is_null v55
;;     v57 = i32.add v0, v56
;;     v58 = i32.load8_u v57 offset=4
;;     jump b8
;;   b8:
;;     jump b9
;;   b9:
;;     v62 = i32.add v1, v52
;;     i32.store8 v62, v52
;;     v63 = global.get g0
;;     v64 = ref.eq v55, v63
;;     v65 = i32.eqz v64
;;     v66 = i32.add v51, v65
;;     global.set g0 v55
;;     v67 = i32.const 1
;;     v68 = i32.add v52, v67
;;     v69 = i32.ne v68, v2
;;     br_if v69, b7(v66, v68), b5(v66)
;;   }
;;   data data0 active m0 (i32.const 200) "\00\00\00\00\08\00\00\00"
;; }
