;; A load is hoisted out of a loop that writes another memory.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 0
(module
  (memory $a 1) (memory $b 1)
  (func (export "f") (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load $a (i32.const 8))))
      (i32.store $b (local.get $n) (local.get $s))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1.. "a"
;;   memory m1 : i32 1.. "b"
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v9 = i32.const 8
;;     v4 = i32.load v9
;;     jump b1(v0, v1)
;;   b1(v6: i32, v2: i32):
;;     v5 = i32.add v2, v4
;;     i32.store v6, v5 memory=m1
;;     v7 = i32.const 1
;;     v8 = i32.sub v6, v7
;;     br_if v8, b1(v8, v5), b2
;;   b2:
;;     return v5
;;   }
;; }
