;; Not if a store comes before the load, which would then trap too early; if a way may not execute it; if the
;; address is computed in the loop; or where that would be as frequent.
;; test: pass unreachable,fold,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
;; run: store(0x10000, 16, 3) == trap
;; run: test(0x10000, 0) == 0
;; run: address(16, 3) == 1
;; run: once(16, 0) == 7
(module
  (memory 1)
  (global $g (export "g") (mut i32) (i32.const 0))
  (func (export "store") (param $p i32) (param $q i32) (param $n i32) (result i32) (local $x i32)
    (loop $l
      (global.set $g (local.get $n))
      (local.set $x (i32.add (i32.load (local.get $p)) (local.get $n)))
      (i32.store (local.get $p) (local.get $x))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $x))
  (func (export "test") (param $p i32) (param $n i32) (result i32) (local $x i32)
    (block $end
      (loop $l
        (br_if $end (i32.eqz (local.get $n)))
        (local.set $x (i32.add (i32.load (local.get $p)) (local.get $n)))
        (i32.store (local.get $p) (local.get $x))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $l)))
    (local.get $x))
  (func (export "address") (param $p i32) (param $n i32) (result i32) (local $x i32)
    (loop $l
      (local.set $x (i32.add (i32.load (i32.shl (local.get $n) (i32.const 2))) (local.get $n)))
      (i32.store (i32.shl (local.get $n) (i32.const 2)) (local.get $x))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $x))
  (func (export "once") (param $p i32) (param $c i32) (result i32)
    (if (local.get $c)
      (then (i32.store (local.get $p) (i32.const 5)))
      (else (i32.store (i32.const 16) (i32.const 7))))
    (i32.load (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "g" g0
;;   export "store" f0
;;   export "test" f1
;;   export "address" f2
;;   export "once" f3
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     jump b1(v2)
;;   b1(v4: i32):
;;     global.set g0 v4
;;     v5 = i32.load v0
;;     v6 = i32.add v5, v4
;;     i32.store v0, v6
;;     v9 = i32.const -1
;;     v8 = i32.add v4, v9
;;     br_if v8, b1(v8), b2
;;   b2:
;;     return v6
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b2(v1, v2)
;;   b1:
;;     return v9
;;   b2(v3: i32, v9: i32):
;;     br_if v3, b3, b1
;;   b3:
;;     v5 = i32.load v0
;;     v6 = i32.add v5, v3
;;     i32.store v0, v6
;;     v10 = i32.const -1
;;     v8 = i32.add v3, v10
;;     jump b2(v8, v6)
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     jump b1(v1)
;;   b1(v3: i32):
;;     v4 = i32.const 2
;;     v5 = i32.shl v3, v4
;;     v6 = i32.load v5
;;     v7 = i32.add v6, v3
;;     i32.store v5, v7
;;     v12 = i32.const -1
;;     v11 = i32.add v3, v12
;;     br_if v11, b1(v11), b2
;;   b2:
;;     return v7
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     br_if v1, b2, b3
;;   b1:
;;     v5 = i32.load v0
;;     return v5
;;   b2:
;;     v2 = i32.const 5
;;     i32.store v0, v2
;;     jump b1
;;   b3:
;;     v3 = i32.const 16
;;     v4 = i32.const 7
;;     i32.store v3, v4
;;     jump b1
;;   }
;; }
