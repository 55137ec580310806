;; A load behind a call that writes elsewhere and may trap stays: the call may end the loop.
;; test: pass unreachable,ssa-cleanup,graph,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(70000, 3) == trap
;; run: f(8, 3) == 0
(module
  (memory 1) (global $c (export "c") (mut i32) (i32.const 0))
  (func $g (param i32) (global.set $c (local.get 0)) (if (i32.eq (local.get 0) (i32.const 5)) (then unreachable)))
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (call $g (local.get $n))
      (local.set $s (i32.add (local.get $s) (i32.load (local.get $p))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "c" = i32.const 0
;;   export "c" g0
;;   export "f" f1
;;   func f0 : ty0 "g" {
;;   b0(v0: i32):
;;     global.set g0 v0
;;     v1 = i32.const 5
;;     v2 = i32.eq v0, v1
;;     br_if v2, b2, b1
;;   b1:
;;     return
;;   b2:
;;     unreachable
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v1)
;;   b1(v3: i32, v4: i32):
;;     call f0 v4
;;     v5 = i32.load v0
;;     v6 = i32.const -1
;;     v7 = i32.add v4, v6
;;     v8 = i32.add v3, v5
;;     br_if v7, b1(v8, v7), b2
;;   b2:
;;     return v8
;;   }
;; }
