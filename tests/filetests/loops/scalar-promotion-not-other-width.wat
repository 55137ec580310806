;; No scalar promotion: a narrower access overlaps the location.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,scalar-promotion,ssa-cleanup,dce
;; run: f(4, 3) == 12
(module
  (memory (export "m") 1)
  (global $g (export "g") (mut i32) (i32.const 5))
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local $i i32)
    (block $out
      (loop $l
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (i32.store (i32.const 64) (i32.add (i32.load (i32.const 64)) (local.get $x)))
        (drop (i32.load8_u (i32.const 64)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $l)))
    (i32.load (i32.const 64))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 5
;;   export "m" m0
;;   export "g" g0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v15 = i32.ge_u v2, v0
;;     br_if v15, b1, b5
;;   b1:
;;     v13 = i32.const 64
;;     v14 = i32.load v13
;;     return v14
;;   b2:
;;     v4 = i32.ge_u v12, v0
;;     br_if v4, b6, b4(v12)
;;   b3:
;;     v5 = i32.const 64
;;     v6 = i32.const 64
;;     v7 = i32.load v6
;;     v8 = i32.add v7, v1
;;     i32.store v5, v8
;;     v11 = i32.const 1
;;     v12 = i32.add v16, v11
;;     jump b2
;;   b4(v16: i32):
;;     jump b3
;;   b5:
;;     jump b4(v2)
;;   b6:
;;     jump b1
;;   }
;; }
