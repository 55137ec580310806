;; A probe is removed if an access on all paths to it covers at least its bytes from the same base address: also
;; across stores, effects and memory.grow.
;; test: pass redundant-traps,dce
;; run: f(65528, 1) == 0
;; run: f(65529, 1) == trap
;; run: grown(65528) == 1
;; run: grown(65529) == trap
;; run: called(65528) == 2
;; run: constants() == 0
(module
  (memory 1)
  (global $g (mut i32) (i32.const 0))
  (func $h (global.set $g (i32.const 2)))
  (func (export "f") (param i32 i32) (result i32)
    (local $x i32)
    (local.set $x (i32.load offset=4 (local.get 0)))
    (if (local.get 1) (then
      (drop (i32.load (local.get 0)))
      (drop (i32.load16_u (i32.add (local.get 0) (i32.const 6))))
      (drop (i32.load8_u offset=3 (i32.add (local.get 0) (i32.const 4))))))
    (local.get $x))
  (func (export "grown") (param i32) (result i32)
    (i64.store (local.get 0) (i64.const 1))
    (drop (memory.grow (i32.const 1)))
    (drop (i64.load (local.get 0)))
    (i32.const 1))
  (func (export "called") (param i32) (result i32)
    (i64.store (local.get 0) (i64.const 1))
    (call $h)
    (drop (i32.load offset=4 (local.get 0)))
    (global.get $g))
  (func (export "constants") (result i32)
    (drop (memory.grow (i32.const 1)))
    (i32.store8 (i32.const 80000) (i32.const 1))
    (drop (i32.load (i32.const 79000)))
    (i32.const 0)))

;; expect:
;; module {
;;   ty0 = func () -> ()
;;   ty1 = func (i32, i32) -> (i32)
;;   ty2 = func (i32) -> (i32)
;;   ty3 = func () -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "f" f1
;;   export "grown" f2
;;   export "called" f3
;;   export "constants" f4
;;   func f0 : ty0 "h" {
;;   b0:
;;     v0 = i32.const 2
;;     global.set g0 v0
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.load v0 offset=4
;;     br_if v1, b2, b3
;;   b1:
;;     return v3
;;   b2:
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;;   func f2 : ty2 {
;;   b0(v0: i32):
;;     v1 = i64.const 1
;;     i64.store v0, v1
;;     v2 = i32.const 1
;;     v3 = memory.grow m0 v2
;;     v5 = i32.const 1
;;     return v5
;;   }
;;   func f3 : ty2 {
;;   b0(v0: i32):
;;     v1 = i64.const 1
;;     i64.store v0, v1
;;     call f0
;;     v3 = global.get g0
;;     return v3
;;   }
;;   func f4 : ty3 {
;;   b0:
;;     v0 = i32.const 1
;;     v1 = memory.grow m0 v0
;;     v2 = i32.const 80000
;;     v3 = i32.const 1
;;     i32.store8 v2, v3
;;     v6 = i32.const 0
;;     return v6
;;   }
;; }
