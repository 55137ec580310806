;; A store is dead over a loop that is finite, not over one that may never end, nor around it.
;; test: pass dead-store-elim,dce
;; run: finite(3) == 0
;; run: endless(0) == 0
;; run: endless(1) == interrupted
;; run: around(1) == interrupted
;; run: inner(0) == 0
;; run: inner(2) == interrupted
(module
  (memory (export "m") 1)
  (global $g (export "g") (mut i32) (i32.const 0))
  (func (export "finite") (param $n i32) (result i32)
    (global.set $g (i32.const 1))
    (loop $l (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.set $g (i32.const 2))
    (local.get $n))
  (func (export "endless") (param $n i32) (result i32)
    (global.set $g (i32.const 1))
    (i32.store (i32.const 8) (i32.const 1))
    (loop $l (br_if $l (local.get $n)))
    (i32.store (i32.const 8) (i32.const 2))
    (global.set $g (i32.const 2))
    (local.get $n))
  ;; The next iteration stores again; the first store of each is dead.
  (func (export "around") (param $n i32) (result i32)
    (loop $l
      (global.set $g (i32.const 1))
      (global.set $g (i32.const 2))
      (br_if $l (local.get $n)))
    (global.set $g (i32.const 3))
    (local.get $n))
  ;; A counted loop around one that may never end.
  (func (export "inner") (param $n i32) (result i32) (local $i i32)
    (global.set $g (i32.const 1))
    (loop $outer
      (loop $l (br_if $l (local.get $n)))
      (br_if $outer (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3))))
    (global.set $g (i32.const 2))
    (local.get $n)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "m" m0
;;   export "g" g0
;;   export "finite" f0
;;   export "endless" f1
;;   export "around" f2
;;   export "inner" f3
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     jump b1(v0)
;;   b1(v2: i32):
;;     v3 = i32.const 1
;;     v4 = i32.sub v2, v3
;;     br_if v4, b1(v4), b2
;;   b2:
;;     v5 = i32.const 2
;;     global.set g0 v5
;;     return v4
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     global.set g0 v1
;;     v2 = i32.const 8
;;     v3 = i32.const 1
;;     i32.store v2, v3
;;     jump b1
;;   b1:
;;     br_if v0, b1, b2
;;   b2:
;;     v4 = i32.const 8
;;     v5 = i32.const 2
;;     i32.store v4, v5
;;     v6 = i32.const 2
;;     global.set g0 v6
;;     return v0
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     jump b1
;;   b1:
;;     v2 = i32.const 2
;;     global.set g0 v2
;;     br_if v0, b1, b2
;;   b2:
;;     v3 = i32.const 3
;;     global.set g0 v3
;;     return v0
;;   }
;;   func f3 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 1
;;     global.set g0 v2
;;     jump b1(v1)
;;   b1(v3: i32):
;;     jump b2
;;   b2:
;;     br_if v0, b2, b3
;;   b3:
;;     v4 = i32.const 1
;;     v5 = i32.add v3, v4
;;     v6 = i32.const 3
;;     v7 = i32.lt_u v5, v6
;;     br_if v7, b1(v5), b4
;;   b4:
;;     v8 = i32.const 2
;;     global.set g0 v8
;;     return v0
;;   }
;; }
