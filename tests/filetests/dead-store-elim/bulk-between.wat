;; A store before memory.copy, which may read it or trap, stays even if it is overwritten afterwards. So does one
;; before memory.fill.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: f(5) == 5
;; run: g(5) == 7
(module (memory 1)
  (func (export "f") (param $x i32) (result i32)
    (i32.store (i32.const 8) (local.get $x))
    (memory.copy (i32.const 64) (i32.const 8) (i32.const 4))
    (i32.store (i32.const 8) (i32.const 0))
    (i32.load (i32.const 64)))
  (func (export "g") (param $x i32) (result i32)
    (i32.store (i32.const 8) (local.get $x))
    (memory.fill (i32.const 64) (i32.const 7) (i32.const 1))
    (i32.store (i32.const 8) (i32.const 0))
    (i32.load8_u (i32.const 64))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 8
;;     i32.store v1, v0
;;     v2 = i32.const 64
;;     v4 = i32.const 4
;;     memory.copy m0 m0 v2, v1, v4
;;     v6 = i32.const 0
;;     i32.store v1, v6
;;     return v0
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 8
;;     v2 = i32.const 64
;;     v3 = i32.const 7
;;     v4 = i32.const 1
;;     memory.fill m0 v2, v3, v4
;;     v6 = i32.const 0
;;     i32.store v1, v6
;;     v8 = i32.const 7
;;     return v8
;;   }
;; }
