;; The variable has another use: with the multiple, there would be two to update.
;; test: pass unreachable,ssa-cleanup,gvn,loop-rotate,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(16, 64, 3) == 3
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\01\00\00\00\02\00\00\00\03")
  (func (export "f") (param $a i32) (param $b i32) (param $n i32) (result i32)
    (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
      (i32.store (i32.add (local.get $b) (i32.shl (local.get $i) (i32.const 2)))
        (i32.load (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2)))))
      (i32.store8 offset=1024 (local.get $i) (i32.const 7))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (i32.load8_u offset=8 (local.get $b))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v17 = i32.ge_u v3, v2
;;     br_if v17, b1, b5
;;   b1:
;;     v16 = i32.load8_u v1 offset=8
;;     return v16
;;   b2:
;;     v5 = i32.ge_u v15, v2
;;     br_if v5, b6, b4(v15)
;;   b3:
;;     v6 = i32.const 2
;;     v7 = i32.shl v18, v6
;;     v8 = i32.add v1, v7
;;     v11 = i32.add v0, v7
;;     v12 = i32.load v11
;;     i32.store v8, v12
;;     v13 = i32.const 7
;;     i32.store8 v18, v13 offset=1024
;;     v14 = i32.const 1
;;     v15 = i32.add v18, v14
;;     jump b2
;;   b4(v18: i32):
;;     jump b3
;;   b5:
;;     jump b4(v3)
;;   b6:
;;     jump b1
;;   }
;;   data data0 active m0 (i32.const 16) "\01\00\00\00\02\00\00\00\03"
;; }
