;; A read of a global that nothing in the loop assigns is hoisted.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 21
(module
  (global $g (mut i32) (i32.const 7)) (global $h (mut i32) (i32.const 0))
  (func (export "set") (global.set $g (i32.const 8)))
  (func (export "f") (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (global.get $g)))
      (global.set $h (local.get $s))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $h)))

;; expect:
;; module {
;;   ty0 = func () -> ()
;;   ty1 = func (i32) -> (i32)
;;   global g0 : mut i32 "g" = i32.const 7
;;   global g1 : mut i32 "h" = i32.const 0
;;   export "set" f0
;;   export "f" f1
;;   func f0 : ty0 {
;;   b0:
;;     v0 = i32.const 8
;;     global.set g0 v0
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v3 = global.get g0
;;     jump b1(v0, v1)
;;   b1(v5: i32, v2: i32):
;;     v4 = i32.add v2, v3
;;     global.set g1 v4
;;     v6 = i32.const 1
;;     v7 = i32.sub v5, v6
;;     br_if v7, b1(v7, v4), b2
;;   b2:
;;     v8 = global.get g1
;;     return v8
;;   }
;; }
