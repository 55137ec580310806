;; Traps never happen: an operator that one alternative uses is computed there. No conditional with one is hoisted.
;; test: graph reduce,common,code-motion,dead
;; promise: traps-never-happen
;; run: sinks(100, 5, 1) == 20
;; run: stays(3, 0) == 3
(module
  (func (export "sinks") (param $n i32) (param $d i32) (param $c i32) (result i32)
    (local $q i32)
    (if (i32.eqz (local.get $d)) (then (return (i32.const 0))))
    (local.set $q (i32.div_u (local.get $n) (local.get $d)))
    (if (result i32) (local.get $c) (then (local.get $q)) (else (i32.const 1))))
  (func (export "stays") (param $n i32) (param $d i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (local.set $s (i32.add (local.get $s)
        (if (result i32) (local.get $d)
          (then (i32.rem_u (i32.const 100) (local.get $d)))
          (else (i32.const 1)))))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.and (local.get $n) (i32.const 7)))))
    (local.get $s)))

;; expect:
;; ; reduce: predicates 1
;; ; cne: pure 1
;; ; code-motion: sunk_promised 1
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, e4) {
;;   v5 = i32.const 0
;;   c6 = match v1 {0 => 1, _ => 0}
;;   v7 = gamma c6 {
;;     0:
;;       c8 = match v2 {0 => 0, _ => 1}
;;       v9 = gamma c8 {
;;         0:
;;           v10 = i32.const 1
;;         => v10
;;         1:
;;           v11 = i32.div_u v0, v1
;;         => v11
;;       }
;;     => v9
;;     1:
;;     => v5
;;   }
;; } => v7, s3.0, e4
;; ; reduce:
;; ; cne:
;; ; code-motion: hoisted 1, delayed 1
;; f1: graph (v0: i32, v1: i32, s2.0, e3) {
;;   v4 = i32.const 0
;;   v5 = i32.const 7
;;   v6 = i32.and v0, v5
;;   v7, v8, e9 = theta (v10 = v4, v11 = v4, e12 = e3) {
;;     c13 = match v1 {0 => 0, _ => 1}
;;     v14 = gamma c13 {
;;       0:
;;         v15 = i32.const 1
;;       => v15
;;       1:
;;         v16 = i32.const 100
;;         v17 = i32.rem_u v16, v1
;;       => v17
;;     }
;;     v18 = i32.const 1
;;     v19 = i32.add v10, v18
;;     v20 = i32.lt_u v19, v6
;;     c21 = match v20 {0 => 0, _ => 1}
;;     v22 = i32.add v11, v14
;;     => c21 repeat v19, v22, e12
;;   }
;; } => v8, s2.0, e9
