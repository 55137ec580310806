;; A header parameter that is 0 first and 1 then has constants as arguments, but varies.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(3, 5) == 10
;; run: f(1, 5) == 0
(module
  (func (export "f") (param $n i32) (param $a i32) (result i32)
    (local $s i32) (local $d i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $d) (local.get $a))))
      (local.set $d (i32.const 1))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v0, v2, v2)
;;   b1(v8: i32, v4: i32, v3: i32):
;;     v5 = i32.mul v4, v1
;;     v6 = i32.add v3, v5
;;     v7 = i32.const 1
;;     v9 = i32.const 1
;;     v10 = i32.sub v8, v9
;;     br_if v10, b1(v10, v7, v6), b2
;;   b2:
;;     return v6
;;   }
;; }
