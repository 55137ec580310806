;; A load stays in a loop that calls a function that may write.
;; test: pass unreachable,ssa-cleanup,graph,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(8, 3) == 2
(module
  (memory 1)
  (func $g (i32.store (i32.const 8) (i32.const 1)))
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load (i32.const 8))))
      (call $g)
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func () -> ()
;;   ty1 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f1
;;   func f0 : ty0 "g" {
;;   b0:
;;     v0 = i32.const 8
;;     v1 = i32.const 1
;;     i32.store v0, v1
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v1, v2)
;;   b1(v3: i32, v4: i32):
;;     v5 = i32.const 8
;;     v6 = i32.load v5
;;     call f0
;;     v7 = i32.const -1
;;     v8 = i32.add v3, v7
;;     v9 = i32.add v4, v6
;;     br_if v8, b1(v8, v9), b2
;;   b2:
;;     return v9
;;   }
;; }
