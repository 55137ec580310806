;; Three addresses that differ by constants, below 1000 and above: the lowest is the new variable, the others are immediate
;; offsets from it, also where the first that is computed is the highest.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(3) == 48
;; run: f(0) == 0
(module
  (memory 1)
  (data (i32.const 1024) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08")
  (func (export "f") (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (local.set $n (i32.and (local.get $n) (i32.const 255)))
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $s (i32.add (local.get $s) (i32.add
        (i32.load (i32.add (i32.const 1044) (i32.mul (local.get $i) (i32.const 4))))
        (i32.add
          (i32.load (i32.add (i32.const 1040) (i32.mul (local.get $i) (i32.const 4))))
          (i32.load (i32.add (i32.const 1024) (i32.mul (local.get $i) (i32.const 4))))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (i32.add (local.get $s) (i32.mul (local.get $n) (i32.const 1)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 255
;;     v3 = i32.and v0, v2
;;     v30 = i32.ge_s v1, v3
;;     br_if v30, b1(v1), b5
;;   b1(v33: i32):
;;     v27 = i32.const 1
;;     v28 = i32.mul v3, v27
;;     v29 = i32.add v33, v28
;;     return v29
;;   b2:
;;     v39 = i32.const 4
;;     v40 = i32.add v38, v39
;;     v42 = i32.const -1
;;     v43 = i32.add v41, v42
;;     v44 = i32.eqz v43
;;     br_if v44, b6, b4(v24, v40, v43)
;;   b3:
;;     v11 = i32.load v38 offset=20
;;     v16 = i32.load v38 offset=16
;;     v21 = i32.load v38
;;     v22 = i32.add v16, v21
;;     v23 = i32.add v11, v22
;;     v24 = i32.add v32, v23
;;     jump b2
;;   b4(v32: i32, v38: i32, v41: i32):
;;     jump b3
;;   b5:
;;     v34 = i32.const 1024
;;     v35 = i32.const 4
;;     v36 = i32.mul v1, v35
;;     v37 = i32.add v34, v36
;;     jump b4(v1, v37, v3)
;;   b6:
;;     jump b1(v24)
;;   }
;;   data data0 active m0 (i32.const 1024) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08"
;; }
