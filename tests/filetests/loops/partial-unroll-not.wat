;; No partial unrolling: a loop with a call, with two exits, with an unknown trip count, with a small one, with a
;; large body, or one whose memory grows.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,partial-unroll,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: two(6) == 3
(module
  (import "env" "log" (func $log (param i32)))
  (memory 1)
  (func (export "calls") (param $n i32)
    (loop $l
      (call $log (local.get $n))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))
  (func (export "two") (param $n i32) (result i32)
    (loop $l
      (if (i32.eqz (i32.load8_u (local.get $n))) (then (return (i32.const 3))))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.const 4))
  (func (export "unknown") (param $n i32) (result i32)
    (loop $l
      (br_if $l (i32.load (local.tee $n (i32.load (local.get $n))))))
    (local.get $n))
  (func (export "few") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (local.set $x (i32.mul (local.get $x) (local.get $x)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 8))))
    (local.get $x))
  (func (export "grows") (param $n i32)
    (loop $l
      (drop (memory.grow (i32.const 1)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32) -> (i32)
;;   import f0 "env" "log" : ty0 "log"
;;   memory m0 : i32 1..
;;   export "calls" f1
;;   export "two" f2
;;   export "unknown" f3
;;   export "few" f4
;;   export "grows" f5
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     jump b1(v0)
;;   b1(v1: i32):
;;     call f0 v1
;;     v4 = i32.const -1
;;     v3 = i32.add v1, v4
;;     br_if v3, b1(v3), b2
;;   b2:
;;     return
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     jump b1(v0)
;;   b1(v1: i32):
;;     v2 = i32.load8_u v1
;;     br_if v2, b2, b3
;;   b2:
;;     v8 = i32.const -1
;;     v6 = i32.add v1, v8
;;     br_if v6, b1(v6), b5
;;   b3:
;;     v4 = i32.const 3
;;     return v4
;;   b5:
;;     v7 = i32.const 4
;;     return v7
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32):
;;     jump b1(v0)
;;   b1(v1: i32):
;;     v2 = i32.load v1
;;     v3 = i32.load v2
;;     br_if v3, b1(v2), b2
;;   b2:
;;     return v2
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v0)
;;   b1(v4: i32, v2: i32):
;;     v3 = i32.mul v2, v2
;;     v5 = i32.const 1
;;     v6 = i32.add v4, v5
;;     v7 = i32.const 8
;;     v8 = i32.lt_u v6, v7
;;     br_if v8, b1(v6, v3), b2
;;   b2:
;;     return v3
;;   }
;;   func f5 : ty0 {
;;   b0(v0: i32):
;;     jump b1(v0)
;;   b1(v3: i32):
;;     v1 = i32.const 1
;;     v2 = memory.grow m0 v1
;;     v6 = i32.const -1
;;     v5 = i32.add v3, v6
;;     br_if v5, b1(v5), b2
;;   b2:
;;     return
;;   }
;; }
