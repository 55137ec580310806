;; Trip counts of loops that count down to zero, and while positive.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(6) == 6
;; run: g(6) == 6
;; run: g(-6) == 0
;; run: h(6) == 7
(module
  (func (export "f") (param $n i32) (result i32) (local $s i32)
    (loop $l (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "g") (param $n i32) (result i32) (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.le_s (local.get $n) (i32.const 0)))
      (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $l)))
    (local.get $s))
  (func (export "h") (param $n i32) (result i32) (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.lt_s (local.get $n) (i32.const 0)))
      (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     return v0
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v11 = i32.le_s v0, v1
;;     v15 = select v1, v0, v11
;;     return v15
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     v17 = i32.const 0
;;     v1 = i32.const 0
;;     v11 = i32.lt_s v0, v1
;;     br_if v11, b1, b5
;;   b1:
;;     return v17
;;   b5:
;;     v15 = i32.const 1
;;     v16 = i32.add v0, v15
;;     return v16
;;   }
;; }
