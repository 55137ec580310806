;; do { i++; if (i != 10) a[i] = i; } while (i != 10) in the graph: both predicates are one match, which is known at
;; the exit of the loop.
;; test: graph ssa-cleanup,reduce,common,redirect,dead
(module
  (memory 1)
  (func (export "f")
    (local $i i32)
    (loop $l
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (if (i32.ne (local.get $i) (i32.const 10))
        (then (i32.store8 (local.get $i) (local.get $i))))
      (br_if $l (i32.ne (local.get $i) (i32.const 10))))))

;; expect:
;; ; reduce:
;; ; cne: pure 2, predicates 1
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (s0.0, s1.1, e2) {
;;   v3 = i32.const 0
;;   v4, s5.0, e6 = theta (v7 = v3, s8.0 = s0.0, e9 = e2) {
;;     v10 = i32.const 1
;;     v11 = i32.add v7, v10
;;     v12 = i32.const 10
;;     v13 = i32.ne v11, v12
;;     c14 = match v13 {0 => 0, _ => 1}
;;     s15.0, e16 = gamma c14 {
;;       0:
;;       => s8.0, e9
;;       1:
;;         s17.0, e18 = i32.store8 v11, v11, s8.0, e9
;;       => s17.0, e18
;;     }
;;     => c14 repeat v11, s15.0, e16
;;   }
;; } => s5.0, s1.1, e6
