;; Two paths to the back edge add different numbers to the index: no induction variable.
;; test: pass unreachable,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(0) == 7
(module
  (memory 1)
  (data (i32.const 0) "\00\00\00\00\05\00\00\00\01\00\00\00\00\00\00\00\05\00\00\00\02\00\00\00\03\00\00\00\00\00\00\00")
  (func (export "f") (param $code i32) (result i32)
    (local $at i32) (local $s i32) (local $p i32)
    (loop $next
      (block $end (block $one (block $zero
        (br_table $zero $one $end
          (i32.load (local.tee $p (i32.add (local.get $code) (i32.shl (local.get $at) (i32.const 3)))))))
        (local.set $s (i32.add (local.get $s) (i32.load offset=4 (local.get $p))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))
        (local.set $s (i32.add (local.get $s) (i32.const 1)))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (br $next))
      (return (i32.add (local.get $s) (i32.const 1))))
    (unreachable)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v1)
;;   b1(v7: i32, v2: i32):
;;     v3 = i32.const 3
;;     v4 = i32.shl v2, v3
;;     v5 = i32.add v0, v4
;;     v6 = i32.load v5
;;     br_table v6, b4, b3, b2
;;   b2:
;;     v16 = i32.const 1
;;     v17 = i32.add v7, v16
;;     return v17
;;   b3:
;;     v12 = i32.const 1
;;     v13 = i32.add v7, v12
;;     v14 = i32.const 2
;;     v15 = i32.add v2, v14
;;     jump b5(v13, v15)
;;   b4:
;;     v8 = i32.load v5 offset=4
;;     v9 = i32.add v7, v8
;;     v10 = i32.const 1
;;     v11 = i32.add v2, v10
;;     jump b5(v9, v11)
;;   b5(v18: i32, v19: i32):
;;     jump b1(v18, v19)
;;   }
;;   data data0 active m0 (i32.const 0) "\00\00\00\00\05\00\00\00\01\00\00\00\00\00\00\00\05\00\00\00\02\00\00\00\03\00\00\00\00\00\00\00"
;; }
