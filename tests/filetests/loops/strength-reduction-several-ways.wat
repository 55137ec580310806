;; Three paths to the back edge each add one to the index: the pointer becomes the induction variable, incremented
;; on each of them, and the index is removed. The exit is a jump table, so there is no trip count.
;; test: pass unreachable,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(0) == 26
(module
  (memory 1)
  (data (i32.const 0) "\00\00\00\00\05\00\00\00\01\00\00\00\02\00\00\00\00\00\00\00\0a\00\00\00\02\00\00\00\00\00\00\00\03\00\00\00\00\00\00\00")
  (func (export "f") (param $code i32) (result i32)
    (local $at i32) (local $s i32) (local $p i32)
    (loop $next
      (block $end (block $two (block $one (block $zero
        (br_table $zero $one $two $end
          (i32.load (local.tee $p (i32.add (local.get $code) (i32.shl (local.get $at) (i32.const 3)))))))
        (local.set $s (i32.add (local.get $s) (i32.load offset=4 (local.get $p))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))
        (local.set $s (i32.mul (local.get $s) (i32.load offset=4 (local.get $p))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))
        (local.set $s (i32.add (local.get $s) (i32.const 1)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))
      (return (i32.add (local.get $s) (i32.const 5))))
    (unreachable)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v24 = i32.const 3
;;     v25 = i32.shl v1, v24
;;     v26 = i32.add v0, v25
;;     jump b1(v1, v26)
;;   b1(v7: i32, v27: i32):
;;     v6 = i32.load v27
;;     br_table v6, b5, b4, b3, b2
;;   b2:
;;     v20 = i32.const 5
;;     v21 = i32.add v7, v20
;;     return v21
;;   b3:
;;     v16 = i32.const 1
;;     v17 = i32.add v7, v16
;;     v29 = i32.const 8
;;     v30 = i32.add v27, v29
;;     jump b6(v17, v30)
;;   b4:
;;     v12 = i32.load v27 offset=4
;;     v13 = i32.mul v7, v12
;;     v31 = i32.const 8
;;     v32 = i32.add v27, v31
;;     jump b6(v13, v32)
;;   b5:
;;     v8 = i32.load v27 offset=4
;;     v9 = i32.add v7, v8
;;     v33 = i32.const 8
;;     v34 = i32.add v27, v33
;;     jump b6(v9, v34)
;;   b6(v22: i32, v28: i32):
;;     jump b1(v22, v28)
;;   }
;;   data data0 active m0 (i32.const 0) "\00\00\00\00\05\00\00\00\01\00\00\00\02\00\00\00\00\00\00\00\n\00\00\00\02\00\00\00\00\00\00\00\03\00\00\00\00\00\00\00"
;; }
