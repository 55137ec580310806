;; The whole pass: nodes that depend on a hoisted load are hoisted, too.
;; test: pass ssa-cleanup,gvn,graph,ssa-cleanup,dce
;; run: f(8, 3) == 0
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (loop $l
      (global.set $s (i32.add (global.get $s) (i32.mul (i32.load (local.get $p)) (i32.const 3))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (global.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "s" = i32.const 0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.load v0
;;     v3 = i32.const 3
;;     v4 = i32.mul v2, v3
;;     jump b1(v1)
;;   b1(v5: i32):
;;     v6 = global.get g0
;;     v7 = i32.add v6, v4
;;     global.set g0 v7
;;     v8 = i32.const -1
;;     v9 = i32.add v5, v8
;;     br_if v9, b1(v9), b2
;;   b2:
;;     return v7
;;   }
;; }
