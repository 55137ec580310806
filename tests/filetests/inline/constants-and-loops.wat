;; Constant arguments make a call more profitable to inline, but not if the body has a loop, which runs as often in
;; any case.
;; test: pass inline
;; run: calls(3) == 4657193052013382784
(module
  (func $straight (param $x i64) (param $n i32) (param $m i32) (result i64)
    (local.set $x (i64.mul (local.get $x) (i64.const 0x1234567012345678)))
    (local.set $x (i64.xor (local.get $x) (i64.const 0x1234567112345678)))
    (local.set $x (i64.add (local.get $x) (i64.const 0x1234567212345678)))
    (local.set $x (i64.mul (local.get $x) (i64.const 0x1234567312345678)))
    (local.set $x (i64.xor (local.get $x) (i64.const 0x1234567412345678)))
    (local.set $x (i64.add (local.get $x) (i64.const 0x1234567512345678)))
    (local.set $x (i64.mul (local.get $x) (i64.const 0x1234567612345678)))
    (local.set $x (i64.xor (local.get $x) (i64.const 0x1234567712345678)))
    (local.set $x (i64.add (local.get $x) (i64.const 0x1234567812345678)))
    (local.set $x (i64.mul (local.get $x) (i64.const 0x1234567912345678)))
    (local.set $x (i64.xor (local.get $x) (i64.const 0x1234567a12345678)))
    (local.set $x (i64.add (local.get $x) (i64.const 0x1234567b12345678)))
    (local.set $x (i64.mul (local.get $x) (i64.const 0x1234567c12345678)))
    (local.set $x (i64.xor (local.get $x) (i64.const 0x1234567d12345678)))
    (local.set $x (i64.add (local.get $x) (i64.const 0x1234567e12345678)))
    (local.set $x (i64.mul (local.get $x) (i64.const 0x1234567f12345678)))
    (i64.add (local.get $x) (i64.extend_i32_u (i32.add (local.get $n) (local.get $m)))))
  (func $loop (param $x i64) (param $n i32) (param $m i32) (result i64)
    (loop $l
      (local.set $x (i64.mul (local.get $x) (i64.const 0x1234567012345678)))
      (local.set $x (i64.xor (local.get $x) (i64.const 0x1234567112345678)))
      (local.set $x (i64.add (local.get $x) (i64.const 0x1234567212345678)))
      (local.set $x (i64.mul (local.get $x) (i64.const 0x1234567312345678)))
      (local.set $x (i64.xor (local.get $x) (i64.const 0x1234567412345678)))
      (local.set $x (i64.add (local.get $x) (i64.const 0x1234567512345678)))
      (local.set $x (i64.mul (local.get $x) (i64.const 0x1234567612345678)))
      (local.set $x (i64.xor (local.get $x) (i64.const 0x1234567712345678)))
      (local.set $x (i64.add (local.get $x) (i64.const 0x1234567812345678)))
      (local.set $x (i64.mul (local.get $x) (i64.const 0x1234567912345678)))
      (local.set $x (i64.xor (local.get $x) (i64.const 0x1234567a12345678)))
      (local.set $x (i64.add (local.get $x) (i64.const 0x1234567b12345678)))
      (local.set $x (i64.mul (local.get $x) (i64.const 0x1234567c12345678)))
      (local.set $x (i64.xor (local.get $x) (i64.const 0x1234567d12345678)))
      (local.set $x (i64.add (local.get $x) (i64.const 0x1234567e12345678)))
      (local.set $x (i64.mul (local.get $x) (i64.const 0x1234567f12345678)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (local.get $m)))))
    (local.get $x))
  (func (export "calls") (param $n i32) (result i64)
    (local $s i64)
    (loop $l
      (local.set $s (call $straight (local.get $s) (i32.const 4) (i32.const 1)))
      (local.set $s (call $straight (local.get $s) (i32.const 5) (i32.const 1)))
      (local.set $s (call $loop (local.get $s) (i32.const 4) (i32.const 1)))
      (local.set $s (call $loop (local.get $s) (i32.const 5) (i32.const 1)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i64, i32, i32) -> (i64)
;;   ty1 = func (i32) -> (i64)
;;   export "calls" f2
;;   func f0 : ty0 "straight" {
;;   b0(v0: i64, v1: i32, v2: i32):
;;     v3 = i64.const 1311768430813402744
;;     v4 = i64.mul v0, v3
;;     v5 = i64.const 1311768435108370040
;;     v6 = i64.xor v4, v5
;;     v7 = i64.const 1311768439403337336
;;     v8 = i64.add v6, v7
;;     v9 = i64.const 1311768443698304632
;;     v10 = i64.mul v8, v9
;;     v11 = i64.const 1311768447993271928
;;     v12 = i64.xor v10, v11
;;     v13 = i64.const 1311768452288239224
;;     v14 = i64.add v12, v13
;;     v15 = i64.const 1311768456583206520
;;     v16 = i64.mul v14, v15
;;     v17 = i64.const 1311768460878173816
;;     v18 = i64.xor v16, v17
;;     v19 = i64.const 1311768465173141112
;;     v20 = i64.add v18, v19
;;     v21 = i64.const 1311768469468108408
;;     v22 = i64.mul v20, v21
;;     v23 = i64.const 1311768473763075704
;;     v24 = i64.xor v22, v23
;;     v25 = i64.const 1311768478058043000
;;     v26 = i64.add v24, v25
;;     v27 = i64.const 1311768482353010296
;;     v28 = i64.mul v26, v27
;;     v29 = i64.const 1311768486647977592
;;     v30 = i64.xor v28, v29
;;     v31 = i64.const 1311768490942944888
;;     v32 = i64.add v30, v31
;;     v33 = i64.const 1311768495237912184
;;     v34 = i64.mul v32, v33
;;     v35 = i32.add v1, v2
;;     v36 = i64.extend_i32_u v35
;;     v37 = i64.add v34, v36
;;     return v37
;;   }
;;   func f1 : ty0 "loop" {
;;   b0(v0: i64, v1: i32, v2: i32):
;;     jump b1(v1, v0)
;;   b1(v36: i32, v3: i64):
;;     v4 = i64.const 1311768430813402744
;;     v5 = i64.mul v3, v4
;;     v6 = i64.const 1311768435108370040
;;     v7 = i64.xor v5, v6
;;     v8 = i64.const 1311768439403337336
;;     v9 = i64.add v7, v8
;;     v10 = i64.const 1311768443698304632
;;     v11 = i64.mul v9, v10
;;     v12 = i64.const 1311768447993271928
;;     v13 = i64.xor v11, v12
;;     v14 = i64.const 1311768452288239224
;;     v15 = i64.add v13, v14
;;     v16 = i64.const 1311768456583206520
;;     v17 = i64.mul v15, v16
;;     v18 = i64.const 1311768460878173816
;;     v19 = i64.xor v17, v18
;;     v20 = i64.const 1311768465173141112
;;     v21 = i64.add v19, v20
;;     v22 = i64.const 1311768469468108408
;;     v23 = i64.mul v21, v22
;;     v24 = i64.const 1311768473763075704
;;     v25 = i64.xor v23, v24
;;     v26 = i64.const 1311768478058043000
;;     v27 = i64.add v25, v26
;;     v28 = i64.const 1311768482353010296
;;     v29 = i64.mul v27, v28
;;     v30 = i64.const 1311768486647977592
;;     v31 = i64.xor v29, v30
;;     v32 = i64.const 1311768490942944888
;;     v33 = i64.add v31, v32
;;     v34 = i64.const 1311768495237912184
;;     v35 = i64.mul v33, v34
;;     v37 = i32.sub v36, v2
;;     br_if v37, b1(v37, v35), b2
;;   b2:
;;     return v35
;;   }
;;   func f2 : ty1 {
;;     ctx0 = "inline f0"
;;     ctx1 = "inline f0"
;;   b0(v0: i32):
;;     v1 = i64.const 0
;;     jump b1(v0, v1)
;;   b1(v15: i32, v2: i64):
;;     v3 = i32.const 4
;;     v4 = i32.const 1
;;     v18 = i64.const 1311768430813402744
;;     v19 = i64.mul v2, v18
;;     v20 = i64.const 1311768435108370040
;;     v21 = i64.xor v19, v20
;;     v22 = i64.const 1311768439403337336
;;     v23 = i64.add v21, v22
;;     v24 = i64.const 1311768443698304632
;;     v25 = i64.mul v23, v24
;;     v26 = i64.const 1311768447993271928
;;     v27 = i64.xor v25, v26
;;     v28 = i64.const 1311768452288239224
;;     v29 = i64.add v27, v28
;;     v30 = i64.const 1311768456583206520
;;     v31 = i64.mul v29, v30
;;     v32 = i64.const 1311768460878173816
;;     v33 = i64.xor v31, v32
;;     v34 = i64.const 1311768465173141112
;;     v35 = i64.add v33, v34
;;     v36 = i64.const 1311768469468108408
;;     v37 = i64.mul v35, v36
;;     v38 = i64.const 1311768473763075704
;;     v39 = i64.xor v37, v38
;;     v40 = i64.const 1311768478058043000
;;     v41 = i64.add v39, v40
;;     v42 = i64.const 1311768482353010296
;;     v43 = i64.mul v41, v42
;;     v44 = i64.const 1311768486647977592
;;     v45 = i64.xor v43, v44
;;     v46 = i64.const 1311768490942944888
;;     v47 = i64.add v45, v46
;;     v48 = i64.const 1311768495237912184
;;     v49 = i64.mul v47, v48
;;     v50 = i32.add v3, v4
;;     v51 = i64.extend_i32_u v50
;;     v52 = i64.add v49, v51
;;     v6 = i32.const 5
;;     v7 = i32.const 1
;;     v53 = i64.const 1311768430813402744
;;     v54 = i64.mul v52, v53
;;     v55 = i64.const 1311768435108370040
;;     v56 = i64.xor v54, v55
;;     v57 = i64.const 1311768439403337336
;;     v58 = i64.add v56, v57
;;     v59 = i64.const 1311768443698304632
;;     v60 = i64.mul v58, v59
;;     v61 = i64.const 1311768447993271928
;;     v62 = i64.xor v60, v61
;;     v63 = i64.const 1311768452288239224
;;     v64 = i64.add v62, v63
;;     v65 = i64.const 1311768456583206520
;;     v66 = i64.mul v64, v65
;;     v67 = i64.const 1311768460878173816
;;     v68 = i64.xor v66, v67
;;     v69 = i64.const 1311768465173141112
;;     v70 = i64.add v68, v69
;;     v71 = i64.const 1311768469468108408
;;     v72 = i64.mul v70, v71
;;     v73 = i64.const 1311768473763075704
;;     v74 = i64.xor v72, v73
;;     v75 = i64.const 1311768478058043000
;;     v76 = i64.add v74, v75
;;     v77 = i64.const 1311768482353010296
;;     v78 = i64.mul v76, v77
;;     v79 = i64.const 1311768486647977592
;;     v80 = i64.xor v78, v79
;;     v81 = i64.const 1311768490942944888
;;     v82 = i64.add v80, v81
;;     v83 = i64.const 1311768495237912184
;;     v84 = i64.mul v82, v83
;;     v85 = i32.add v6, v7
;;     v86 = i64.extend_i32_u v85
;;     v87 = i64.add v84, v86
;;     v9 = i32.const 4
;;     v10 = i32.const 1
;;     v11 = call f1 v87, v9, v10
;;     v12 = i32.const 5
;;     v13 = i32.const 1
;;     v14 = call f1 v11, v12, v13
;;     v16 = i32.const 1
;;     v17 = i32.sub v15, v16
;;     br_if v17, b1(v17, v14), b2
;;   b2:
;;     return v14
;;   }
;; }
