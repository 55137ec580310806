;; Locals that a loop changes become parameters of its header, others do not.
;; test: print
;; run: sum(5) == 10
;; run: sum(0) == 0
(module
  (func (export "sum") (param $n i32) (result i32)
    (local $i i32) (local $sum i32)
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $i) (local.get $n)))
        (local.set $sum (i32.add (local.get $sum) (local.get $i)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (local.get $sum)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "sum" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b2(v1, v1)
;;   b1:
;;     return v4
;;   b2(v4: i32, v2: i32):
;;     v3 = i32.ge_u v2, v0
;;     br_if v3, b1, b3
;;   b3:
;;     v5 = i32.add v4, v2
;;     v6 = i32.const 1
;;     v7 = i32.add v2, v6
;;     jump b2(v5, v7)
;;   }
;; }
