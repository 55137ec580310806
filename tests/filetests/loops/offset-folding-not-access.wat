;; No access tells: it is on another path, or behind an effect (a store would be seen after the trap), or the memory may end
;; at 2^32.
;; test: pass unreachable,ssa-cleanup,offset-folding,dce
;; run: f(-4, 0) == 1
;; run: g(-4) == trap
;; run: h(0) == 1
(module
  (memory 1 16)
  (memory $large 1)
  (data (i32.const 0) "\01")
  (func (export "f") (param $p i32) (param $c i32) (result i32)
    (local $s i32)
    (if (local.get $c) (then (local.set $s (i32.load (local.get $p)))))
    (i32.add (local.get $s) (i32.load (i32.add (local.get $p) (i32.const 4)))))
  (func (export "g") (param $p i32) (result i32)
    (i32.store8 (i32.add (local.get $p) (i32.const 4)) (i32.const 7))
    (i32.load (local.get $p)))
  (func (export "h") (param $p i32) (result i32)
    (i32.load8_u (local.get $p)))
  (func (export "k") (param $p i32) (result i32)
    (i32.add (i32.load $large (local.get $p)) (i32.load $large (i32.add (local.get $p) (i32.const 4))))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..16
;;   memory m1 : i32 1.. "large"
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   export "k" f3
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v1, b2, b3
;;   b1(v4: i32):
;;     v5 = i32.const 4
;;     v6 = i32.add v0, v5
;;     v7 = i32.load v6
;;     v8 = i32.add v4, v7
;;     return v8
;;   b2:
;;     v3 = i32.load v0
;;     jump b1(v3)
;;   b3:
;;     jump b1(v2)
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 4
;;     v2 = i32.add v0, v1
;;     v3 = i32.const 7
;;     i32.store8 v2, v3
;;     v4 = i32.load v0
;;     return v4
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.load8_u v0
;;     return v1
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.load v0 memory=m1
;;     v2 = i32.const 4
;;     v3 = i32.add v0, v2
;;     v4 = i32.load v3 memory=m1
;;     v5 = i32.add v1, v4
;;     return v5
;;   }
;;   data data0 active m0 (i32.const 0) "\01"
;; }
