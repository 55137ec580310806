;; No scalar promotion: the location is stored as an integer and loaded as a float.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,scalar-promotion,ssa-cleanup,dce
;; run: f(4, 3) == 18
(module
  (memory (export "m") 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local $i i32) (local $sum f32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (local.set $sum (f32.add (local.get $sum) (f32.load (i32.const 64))))
        (i32.store (i32.const 64) (i32.add (i32.load (i32.const 64)) (local.get $x)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (i32.reinterpret_f32 (local.get $sum))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = f32.const 0.0
;;     v17 = i32.ge_u v2, v0
;;     br_if v17, b1(v3), b5
;;   b1(v20: f32):
;;     v16 = i32.reinterpret_f32 v20
;;     return v16
;;   b2:
;;     v5 = i32.ge_u v15, v0
;;     br_if v5, b6, b4(v9, v15)
;;   b3:
;;     v7 = i32.const 64
;;     v8 = f32.load v7
;;     v9 = f32.add v18, v8
;;     v10 = i32.const 64
;;     v11 = i32.const 64
;;     v12 = i32.load v11
;;     v13 = i32.add v12, v1
;;     i32.store v10, v13
;;     v14 = i32.const 1
;;     v15 = i32.add v19, v14
;;     jump b2
;;   b4(v18: f32, v19: i32):
;;     jump b3
;;   b5:
;;     jump b4(v3, v2)
;;   b6:
;;     jump b1(v9)
;;   }
;; }
