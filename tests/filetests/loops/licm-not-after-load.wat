;; A load that may trap stays after an effect.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(70000, 3) == trap
;; run: f(8, 3) == 0
(module
  (memory 1) (global $g (export "g") (mut i32) (i32.const 0))
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (global.set $g (local.get $n))
      (local.set $s (i32.add (local.get $s) (i32.load (local.get $p))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "g" g0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v1)
;;   b1(v4: i32, v3: i32):
;;     global.set g0 v3
;;     v5 = i32.load v0
;;     v6 = i32.add v4, v5
;;     v7 = i32.const 1
;;     v8 = i32.sub v3, v7
;;     br_if v8, b1(v6, v8), b2
;;   b2:
;;     return v6
;;   }
;; }
