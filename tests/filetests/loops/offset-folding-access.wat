;; Another access to the base does not trap, so the base lies below the memory's declared end, and the sum does not wrap:
;; an access before, one in a block that dominates, and one behind with only loads in between.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,offset-folding,dce
;; run: f(16) == 3
;; run: f(-16) == trap
;; run: g(16, 1) == 3
;; run: g(-4, 0) == trap
;; run: h(16) == 3
;; run: h(-4) == trap
(module
  (memory 1 16)
  (data (i32.const 16) "\01\00\00\00\02\00\00\00")
  (func (export "f") (param $p i32) (result i32)
    (i32.add (i32.load (local.get $p)) (i32.load (i32.add (local.get $p) (i32.const 4)))))
  (func (export "g") (param $p i32) (param $c i32) (result i32)
    (local $s i32)
    (local.set $s (i32.load (local.get $p)))
    (if (local.get $c) (then
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (local.get $p) (i32.const 4)))))))
    (local.get $s))
  (func (export "h") (param $p i32) (result i32)
    (i32.add (i32.load (i32.add (local.get $p) (i32.const 4))) (i32.load (local.get $p)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..16
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.load v0
;;     v4 = i32.load v0 offset=4
;;     v5 = i32.add v1, v4
;;     return v5
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v3 = i32.load v0
;;     br_if v1, b2, b3
;;   b1(v8: i32):
;;     return v8
;;   b2:
;;     v6 = i32.load v0 offset=4
;;     v7 = i32.add v3, v6
;;     jump b1(v7)
;;   b3:
;;     jump b1(v3)
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     v3 = i32.load v0 offset=4
;;     v4 = i32.load v0
;;     v5 = i32.add v3, v4
;;     return v5
;;   }
;;   data data0 active m0 (i32.const 16) "\01\00\00\00\02\00\00\00"
;; }
