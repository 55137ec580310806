;; A value of the header that is used behind the exit block is the one of the last test.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 0) == 0
;; run: f(7, 1) == 100009
;; run: f(7, 0) == 9003
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $c i32) (result i32)
    (local $i i32) (local $q i32)
    (block $out (loop $l
      (local.set $q (i32.mul (local.get $i) (local.get $i)))
      (br_if $out (i32.ge_s (local.get $q) (local.get $n)))
      (i32.store (i32.const 0) (local.get $q))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (if (local.get $c) (then (return (i32.add (i32.const 100000) (local.get $q)))))
    (i32.add (local.get $i) (i32.mul (local.get $q) (i32.const 1000)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v14 = i32.mul v2, v2
;;     v15 = i32.ge_s v14, v0
;;     br_if v15, b1(v14, v2), b7(v14, v2)
;;   b1(v18: i32, v19: i32):
;;     br_if v1, b5, b4
;;   b4:
;;     v11 = i32.const 1000
;;     v12 = i32.mul v18, v11
;;     v13 = i32.add v19, v12
;;     return v13
;;   b5:
;;     v9 = i32.const 100000
;;     v10 = i32.add v9, v18
;;     return v10
;;   b7(v16: i32, v17: i32):
;;     v6 = i32.const 0
;;     i32.store v6, v16
;;     v7 = i32.const 1
;;     v8 = i32.add v17, v7
;;     v4 = i32.mul v8, v8
;;     v5 = i32.ge_s v4, v0
;;     br_if v5, b1(v4, v8), b7(v4, v8)
;;   }
;; }
