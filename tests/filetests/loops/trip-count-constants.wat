;; Trip counts of loops between constants: signed, unsigned, down, larger steps, wrapping.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: a() == 9
;; run: b() == 12
;; run: c() == -2
;; run: d() == 40
;; run: e() == 1
;; run: g() == -64
(module
  (func (export "a") (result i32) (local $i i32) (local $s i32)
    (loop $l (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 9))))
    (local.get $s))
  (func (export "b") (result i32) (local $i i32)
    (loop $l
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 4))) (i32.const 11))))
    (local.get $i))
  (func (export "c") (result i32) (local $i i32)
    (local.set $i (i32.const 10))
    (loop $l
      (br_if $l (i32.ge_s (local.tee $i (i32.sub (local.get $i) (i32.const 3))) (i32.const 0))))
    (local.get $i))
  (func (export "d") (result i32) (local $i i32) (local $s i32)
    (local.set $i (i32.const -20))
    (loop $l (local.set $s (i32.add (local.get $s) (i32.const 4)))
      (br_if $l (local.tee $i (i32.add (local.get $i) (i32.const 2)))))
    (local.get $s))
  (func (export "e") (result i32) (local $i i32) (local $s i32)
    (loop $l (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (br_if $l (i32.gt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 9))))
    (local.get $s))
  (func (export "g") (result i32) (local $i i32) (local $s i32)
    (local.set $i (i32.const 16))
    (loop $l (local.set $s (i32.add (local.get $s) (i32.const 2147483640)))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 0x20000000))) (i32.const 16))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   export "a" f0
;;   export "b" f1
;;   export "c" f2
;;   export "d" f3
;;   export "e" f4
;;   export "g" f5
;;   func f0 : ty0 {
;;   b0:
;;     v9 = i32.const 9
;;     return v9
;;   }
;;   func f1 : ty0 {
;;   b0:
;;     v6 = i32.const 12
;;     return v6
;;   }
;;   func f2 : ty0 {
;;   b0:
;;     v8 = i32.const -2
;;     return v8
;;   }
;;   func f3 : ty0 {
;;   b0:
;;     v8 = i32.const 40
;;     return v8
;;   }
;;   func f4 : ty0 {
;;   b0:
;;     v9 = i32.const 1
;;     return v9
;;   }
;;   func f5 : ty0 {
;;   b0:
;;     v10 = i32.const -64
;;     return v10
;;   }
;; }
