;; The two edges pass different values.
;; test: pass unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(3) == 10
;; run: f(4) == 12
;; run: f(5) == 25
(module
  (func (export "f") (param $x i32) (result i32)
    (local $r i32)
    (block $end
      (local.set $r (i32.const 7))
      (br_if $end (i32.eq (local.get $x) (i32.const 3)))
      (local.set $r (i32.const 8))
      (br_if $end (i32.eq (local.get $x) (i32.const 4)))
      (return (i32.mul (local.get $x) (local.get $x))))
    (i32.add (local.get $r) (local.get $x))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.const 7
;;     v3 = i32.const 3
;;     v4 = i32.eq v0, v3
;;     br_if v4, b1(v2), b2
;;   b1(v9: i32):
;;     v10 = i32.add v9, v0
;;     return v10
;;   b2:
;;     v5 = i32.const 8
;;     v6 = i32.const 4
;;     v7 = i32.eq v0, v6
;;     br_if v7, b1(v5), b3
;;   b3:
;;     v8 = i32.mul v0, v0
;;     return v8
;;   }
;; }
