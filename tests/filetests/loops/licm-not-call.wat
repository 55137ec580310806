;; A call of an import stays, and so do reads after it.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(8, 1) == 0
(module
  (import "env" "log" (func $log (param i32))) (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (call $log (local.get $n))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.const 8))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32, i32) -> (i32)
;;   import f0 "env" "log" : ty0 "log"
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f1
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v1)
;;   b1(v4: i32, v3: i32):
;;     call f0 v3
;;     v5 = i32.const 8
;;     v6 = i32.load v5
;;     v7 = i32.add v4, v6
;;     v8 = i32.const 1
;;     v9 = i32.sub v3, v8
;;     br_if v9, b1(v7, v9), b2
;;   b2:
;;     return v7
;;   }
;; }
