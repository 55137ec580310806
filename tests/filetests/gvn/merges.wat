;; Where ways meet that leave a location alone, and in a loop that does, its value stays known.
;; test: pass unreachable,fold,gvn,ssa-cleanup,dce
;; run: diamond(16, 5) == 10
;; run: loop(16, 3) == 12
(module
  (memory 1)
  (func (export "diamond") (param $p i32) (param $x i32) (result i32)
    (i32.store (local.get $p) (local.get $x))
    (if (local.get $x)
      (then (i32.store offset=4 (local.get $p) (i32.const 1)))
      (else (i32.store8 offset=8 (local.get $p) (i32.const 2))))
    (i32.add (i32.load (local.get $p)) (i32.load (local.get $p))))
  (func (export "loop") (param $p i32) (param $n i32) (result i32) (local $s i32)
    (i32.store (local.get $p) (i32.const 4))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load (local.get $p))))
      (i32.store offset=4 (local.get $p) (local.get $s))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "diamond" f0
;;   export "loop" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     i32.store v0, v1
;;     br_if v1, b2, b3
;;   b1:
;;     v6 = i32.add v1, v1
;;     return v6
;;   b2:
;;     v2 = i32.const 1
;;     i32.store v0, v2 offset=4
;;     jump b1
;;   b3:
;;     v3 = i32.const 2
;;     i32.store8 v0, v3 offset=8
;;     jump b1
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 4
;;     i32.store v0, v3
;;     jump b1(v1, v2)
;;   b1(v7: i32, v4: i32):
;;     v6 = i32.add v4, v3
;;     i32.store v0, v6 offset=4
;;     v10 = i32.const -1
;;     v9 = i32.add v7, v10
;;     br_if v9, b1(v9, v6), b2
;;   b2:
;;     return v6
;;   }
;; }
