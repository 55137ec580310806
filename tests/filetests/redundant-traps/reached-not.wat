;; A probe stays if the access before it covers one byte less, starts behind it, is of another memory, is not on all
;; paths, or comes later; or if the probe starts before the base address.
;; test: pass redundant-traps,dce
;; run: shorter(65532) == trap
;; run: larger(65532) == trap
;; run: before(0) == trap
;; run: before(4) == 0
;; run: other(65536) == trap
;; run: some-ways(65536, 0) == trap
;; run: later(65536, 0) == trap
(module
  (memory $m 1)
  (memory $n 2)
  (global $g (export "g") (mut i32) (i32.const 0))
  (func (export "shorter") (param i32) (result i32)
    (local $x i32)
    (local.set $x (i32.load (local.get 0)))
    (global.set $g (i32.const 1))
    (drop (i32.load offset=1 (local.get 0)))
    (local.get $x))
  (func (export "larger") (param i32) (result i32)
    (local $x i32)
    (local.set $x (i32.load (local.get 0)))
    (global.set $g (i32.const 1))
    (drop (i64.load (local.get 0)))
    (local.get $x))
  (func (export "before") (param i32) (result i32)
    (local $x i32)
    (local.set $x (i32.load (local.get 0)))
    (global.set $g (i32.const 1))
    (drop (i32.load (i32.sub (local.get 0) (i32.const 4))))
    (local.get $x))
  (func (export "other") (param i32) (result i32)
    (local $x i32)
    (local.set $x (i32.load $n (local.get 0)))
    (global.set $g (i32.const 1))
    (drop (i32.load $m (local.get 0)))
    (local.get $x))
  (func (export "some-ways") (param i32 i32) (result i32)
    (local $x i32)
    (if (local.get 1) (then (local.set $x (i32.load (local.get 0)))))
    (global.set $g (i32.const 1))
    (drop (i32.load (local.get 0)))
    (local.get $x))
  (func (export "later") (param i32 i32) (result i32)
    (drop (i32.load (local.get 0)))
    (global.set $g (i32.const 1))
    (i32.load (local.get 0))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1.. "m"
;;   memory m1 : i32 2.. "n"
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "g" g0
;;   export "shorter" f0
;;   export "larger" f1
;;   export "before" f2
;;   export "other" f3
;;   export "some-ways" f4
;;   export "later" f5
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.load v0
;;     v3 = i32.const 1
;;     global.set g0 v3
;;     v4 = i32.load v0 offset=1
;;     return v2
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.load v0
;;     v3 = i32.const 1
;;     global.set g0 v3
;;     v4 = i64.load v0
;;     return v2
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.load v0
;;     v3 = i32.const 1
;;     global.set g0 v3
;;     v4 = i32.const 4
;;     v5 = i32.sub v0, v4
;;     v6 = i32.load v5
;;     return v2
;;   }
;;   func f3 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.load v0 memory=m1
;;     v3 = i32.const 1
;;     global.set g0 v3
;;     v4 = i32.load v0
;;     return v2
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v1, b2, b3
;;   b1(v6: i32):
;;     v4 = i32.const 1
;;     global.set g0 v4
;;     v5 = i32.load v0
;;     return v6
;;   b2:
;;     v3 = i32.load v0
;;     jump b1(v3)
;;   b3:
;;     jump b1(v2)
;;   }
;;   func f5 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.load v0
;;     v3 = i32.const 1
;;     global.set g0 v3
;;     v4 = i32.load v0
;;     return v4
;;   }
;; }
