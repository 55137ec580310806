;; A loop with a call stays, but its counter need not be live after it.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,loop-deletion,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 3
(module
  (import "env" "log" (func $log (param i32) (result i32)))
  (func (export "f") (param $n i32) (result i32)
    (local $i i32)
    (if (i32.eqz (local.get $n)) (then (return (i32.const 0))))
    (loop $l
      (drop (call $log (i32.const 5)))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $i)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   import f0 "env" "log" : ty0 "log"
;;   export "f" f1
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     br_if v0, b4(v1), b2
;;   b2:
;;     return v1
;;   b4(v6: i32):
;;     v4 = i32.const 5
;;     v5 = call f0 v4
;;     v7 = i32.const 1
;;     v8 = i32.add v6, v7
;;     v9 = i32.ne v8, v0
;;     br_if v9, b4(v8), b5
;;   b5:
;;     return v0
;;   }
;; }
