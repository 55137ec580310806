;; No partial unrolling: a call before a trap gets a value of the loop, which would come from several copies.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(64, 8, 9) == 36
;; run: f(64, 9, 8) == trap
(module
  (import "env" "abort" (func $abort (param i32 i32)))
  (memory (export "m") 1)
  (data (i32.const 64) "\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10")
  (func (export "f") (param $p i32) (param $n i32) (param $most i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (if (i32.ge_u (local.get $i) (local.get $most)) (then (call $abort (local.get $i) (local.get $s)) unreachable))
      (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.add (local.get $p) (local.get $i)))))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> ()
;;   ty1 = func (i32, i32, i32) -> (i32)
;;   import f0 "env" "abort" : ty0 "abort"
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f1
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     jump b1(v3, v3)
;;   b1(v6: i32, v4: i32):
;;     v5 = i32.ge_u v4, v2
;;     br_if v5, b3, b2
;;   b2:
;;     v7 = i32.add v0, v4
;;     v8 = i32.load8_u v7
;;     v9 = i32.add v6, v8
;;     v10 = i32.const 1
;;     v11 = i32.add v4, v10
;;     v12 = i32.ne v11, v1
;;     br_if v12, b1(v9, v11), b5
;;   b3:
;;     call f0 v4, v6
;;     unreachable
;;   b5:
;;     return v9
;;   }
;;   data data0 active m0 (i32.const 64) "\01\02\03\04\05\06\07\08\t\n\0b\0c\0d\0e\0f\10"
;; }
