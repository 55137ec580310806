;; A global that a called function assigns is read in each iteration.
;; test: pass unreachable,ssa-cleanup,graph,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 3) == 3
(module
  (global $c (mut i32) (i32.const 0))
  (func $g (global.set $c (i32.add (global.get $c) (i32.const 1))))
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (global.get $c)))
      (call $g)
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func () -> ()
;;   ty1 = func (i32, i32) -> (i32)
;;   global g0 : mut i32 "c" = i32.const 0
;;   export "f" f1
;;   func f0 : ty0 "g" {
;;   b0:
;;     v0 = global.get g0
;;     v1 = i32.const 1
;;     v2 = i32.add v0, v1
;;     global.set g0 v2
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v1, v2)
;;   b1(v3: i32, v4: i32):
;;     v5 = global.get g0
;;     call f0
;;     v6 = i32.const -1
;;     v7 = i32.add v3, v6
;;     v8 = i32.add v4, v5
;;     br_if v7, b1(v7, v8), b2
;;   b2:
;;     return v8
;;   }
;; }
