;; The whole pass: do { i++; if (i != 10) a[i] = i; } while (i != 10), with one comparison of i.
;; test: pass gvn,graph,ssa-cleanup,dce
;; run: f(4) == 17
;; run: f(0) == 17
(module
  (memory 1)
  (func (export "f") (param $i i32) (result i32)
    (loop $l
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (if (i32.ne (local.get $i) (i32.const 10))
        (then (i32.store (i32.mul (local.get $i) (i32.const 4)) (local.get $i))))
      (br_if $l (i32.ne (local.get $i) (i32.const 10))))
    (i32.add (i32.load (i32.const 36)) (i32.load (i32.const 32)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     jump b1(v0)
;;   b1(v1: i32):
;;     v2 = i32.const 1
;;     v3 = i32.add v1, v2
;;     v4 = i32.const 10
;;     v5 = i32.ne v3, v4
;;     br_if v5, b2, b3
;;   b2:
;;     v6 = i32.const 2
;;     v7 = i32.shl v3, v6
;;     i32.store v7, v3
;;     jump b1(v3)
;;   b3:
;;     v8 = i32.const 36
;;     v9 = i32.load v8
;;     v10 = i32.const 32
;;     v11 = i32.load v10
;;     v12 = i32.add v9, v11
;;     return v12
;;   }
;; }
