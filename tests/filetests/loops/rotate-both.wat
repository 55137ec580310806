;; A loop with tests at its top and bottom is not rotated: its latch exits.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(3, 5) == 3
;; run: f(5, 3) == 3
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $m i32) (result i32)
    (local $i i32)
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (call $g)
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $l (i32.lt_s (local.get $i) (local.get $m)))))
    (local.get $i))
  (func $g (drop (memory.grow (i32.const 0)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func () -> ()
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b2(v2)
;;   b1(v8: i32):
;;     return v8
;;   b2(v3: i32):
;;     v4 = i32.ge_s v3, v0
;;     br_if v4, b1(v3), b3
;;   b3:
;;     call f1
;;     v5 = i32.const 1
;;     v6 = i32.add v3, v5
;;     v7 = i32.lt_s v6, v1
;;     br_if v7, b2(v6), b1(v6)
;;   }
;;   func f1 : ty1 "g" {
;;   b0:
;;     v0 = i32.const 0
;;     v1 = memory.grow m0 v0
;;     return
;;   }
;; }
