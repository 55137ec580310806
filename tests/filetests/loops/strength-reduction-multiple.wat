;; Two addresses share `i << 2`, and `i` is only tested besides: the multiple is the induction variable, and a counter
;; replaces the test.
;; test: pass unreachable,ssa-cleanup,gvn,loop-rotate,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(16, 64, 3) == 3
;; run: f(16, 64, 0) == 0
;; run: f(16, 65534, 3) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\01\00\00\00\02\00\00\00\03")
  (func (export "f") (param $a i32) (param $b i32) (param $n i32) (result i32)
    (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
      (i32.store (i32.add (local.get $b) (i32.shl (local.get $i) (i32.const 2)))
        (i32.load (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2)))))
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
;;     v16 = i32.ge_u v3, v2
;;     br_if v16, b1, b5
;;   b1:
;;     v15 = i32.load8_u v1 offset=8
;;     return v15
;;   b2:
;;     v21 = i32.const 4
;;     v22 = i32.add v20, v21
;;     v24 = i32.const -1
;;     v25 = i32.add v23, v24
;;     v26 = i32.eqz v25
;;     br_if v26, b6, b4(v22, v25)
;;   b3:
;;     v8 = i32.add v1, v20
;;     v11 = i32.add v0, v20
;;     v12 = i32.load v11
;;     i32.store v8, v12
;;     jump b2
;;   b4(v20: i32, v23: i32):
;;     jump b3
;;   b5:
;;     v18 = i32.const 2
;;     v19 = i32.shl v3, v18
;;     jump b4(v19, v2)
;;   b6:
;;     jump b1
;;   }
;;   data data0 active m0 (i32.const 16) "\01\00\00\00\02\00\00\00\03"
;; }
