;; A loop is entered if the length is not 0, and repeats while the next index is below the length: the index is
;; always below the length, and a test of it is decided.
;; test: pass unreachable,ssa-cleanup,fold,simplify-cfg,ssa-cleanup,dce
;; run: f(3) == 3
;; run: f(0) == 0
(module
  (memory 1)
  (func (export "f") (param $length i32) (result i32)
    (local $n i32)
    (if (local.get $length) (then
      (loop $again
        (if (i32.ge_u (local.get $n) (local.get $length)) (then unreachable))
        (i32.store8 (local.get $n) (i32.const 1))
        (local.set $n (i32.add (local.get $n) (i32.const 1)))
        (br_if $again (i32.lt_u (local.get $n) (local.get $length))))))
    (local.get $n)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     br_if v0, b4(v1), b1(v1)
;;   b1(v8: i32):
;;     return v8
;;   b4(v2: i32):
;;     v4 = i32.const 1
;;     i32.store8 v2, v4
;;     v5 = i32.const 1
;;     v6 = i32.add v2, v5
;;     v7 = i32.lt_u v6, v0
;;     br_if v7, b4(v6), b1(v6)
;;   }
;; }
