;; A loop that uses many values from outside gets no more: the other nodes stay inside.
;; test: graph ssa-cleanup,common,redirect,dead,code-motion
;; run: f(2, 3) == 1500
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (loop $l
      (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 3)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 4)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 5)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 6)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 7)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 8)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 9)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 10)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 11)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 12)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 13)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 14)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 15)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 16)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 17)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 18)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 19)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 20)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 21)))) (global.set $s (i32.add (global.get $s) (i32.mul (local.get $x) (i32.const 22))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; ; cne: stores 19
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; ; code-motion: hoisted 14, refused.budget 6
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 9
;;   v6 = i32.mul v0, v5
;;   v7 = i32.const 10
;;   v8 = i32.mul v0, v7
;;   v9 = i32.const 11
;;   v10 = i32.mul v0, v9
;;   v11 = i32.const 12
;;   v12 = i32.mul v0, v11
;;   v13 = i32.const 13
;;   v14 = i32.mul v0, v13
;;   v15 = i32.const 14
;;   v16 = i32.mul v0, v15
;;   v17 = i32.const 15
;;   v18 = i32.mul v0, v17
;;   v19 = i32.const 16
;;   v20 = i32.mul v0, v19
;;   v21 = i32.const 17
;;   v22 = i32.mul v0, v21
;;   v23 = i32.const 18
;;   v24 = i32.mul v0, v23
;;   v25 = i32.const 19
;;   v26 = i32.mul v0, v25
;;   v27 = i32.const 20
;;   v28 = i32.mul v0, v27
;;   v29 = i32.const 21
;;   v30 = i32.mul v0, v29
;;   v31 = i32.const 22
;;   v32 = i32.mul v0, v31
;;   v33, s34.0, e35 = theta (v36 = v1, s37.0 = s2.0, e38 = e4) {
;;     v39 = global.get g0 s37.0
;;     v40 = i32.const 3
;;     v41 = i32.mul v0, v40
;;     v42 = i32.add v39, v41
;;     s43.0, e44 = global.set g0 v42, s37.0, e38
;;     v45 = i32.const 4
;;     v46 = i32.mul v0, v45
;;     v47 = i32.add v42, v46
;;     s48.0, e49 = global.set g0 v47, s43.0, e44
;;     v50 = i32.const 5
;;     v51 = i32.mul v0, v50
;;     v52 = i32.add v47, v51
;;     s53.0, e54 = global.set g0 v52, s48.0, e49
;;     v55 = i32.const 6
;;     v56 = i32.mul v0, v55
;;     v57 = i32.add v52, v56
;;     s58.0, e59 = global.set g0 v57, s53.0, e54
;;     v60 = i32.const 7
;;     v61 = i32.mul v0, v60
;;     v62 = i32.add v57, v61
;;     s63.0, e64 = global.set g0 v62, s58.0, e59
;;     v65 = i32.const 8
;;     v66 = i32.mul v0, v65
;;     v67 = i32.add v62, v66
;;     s68.0, e69 = global.set g0 v67, s63.0, e64
;;     v70 = i32.add v67, v6
;;     s71.0, e72 = global.set g0 v70, s68.0, e69
;;     v73 = i32.add v70, v8
;;     s74.0, e75 = global.set g0 v73, s71.0, e72
;;     v76 = i32.add v73, v10
;;     s77.0, e78 = global.set g0 v76, s74.0, e75
;;     v79 = i32.add v76, v12
;;     s80.0, e81 = global.set g0 v79, s77.0, e78
;;     v82 = i32.add v79, v14
;;     s83.0, e84 = global.set g0 v82, s80.0, e81
;;     v85 = i32.add v82, v16
;;     s86.0, e87 = global.set g0 v85, s83.0, e84
;;     v88 = i32.add v85, v18
;;     s89.0, e90 = global.set g0 v88, s86.0, e87
;;     v91 = i32.add v88, v20
;;     s92.0, e93 = global.set g0 v91, s89.0, e90
;;     v94 = i32.add v91, v22
;;     s95.0, e96 = global.set g0 v94, s92.0, e93
;;     v97 = i32.add v94, v24
;;     s98.0, e99 = global.set g0 v97, s95.0, e96
;;     v100 = i32.add v97, v26
;;     s101.0, e102 = global.set g0 v100, s98.0, e99
;;     v103 = i32.add v100, v28
;;     s104.0, e105 = global.set g0 v103, s101.0, e102
;;     v106 = i32.add v103, v30
;;     s107.0, e108 = global.set g0 v106, s104.0, e105
;;     v109 = i32.add v106, v32
;;     s110.0, e111 = global.set g0 v109, s107.0, e108
;;     v112 = i32.const 1
;;     v113 = i32.sub v36, v112
;;     c114 = match v113 {0 => 0, _ => 1}
;;     => c114 repeat v113, s110.0, e111
;;   }
;;   v115 = global.get g0 s34.0
;; } => v115, s34.0, s3.1, e35
