;; A natural loop with several back edges gets one latch.
;; test: pass unreachable,ssa-cleanup,licm
;; run: f(5) == 8
(module
  (func (export "f") (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (if (i32.and (local.get $n) (i32.const 1)) (then (br $l)))
      (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (br_if $l (local.get $n)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v0)
;;   b1(v5: i32, v2: i32):
;;     v3 = i32.const 1
;;     v4 = i32.sub v2, v3
;;     v6 = i32.const 1
;;     v7 = i32.add v5, v6
;;     v8 = i32.const 1
;;     v9 = i32.and v4, v8
;;     br_if v9, b3, b4
;;   b2:
;;     v10 = i32.const 1
;;     v11 = i32.add v7, v10
;;     br_if v4, b6(v11, v4), b5
;;   b3:
;;     jump b6(v7, v4)
;;   b4:
;;     jump b2
;;   b5:
;;     return v11
;;   b6(v12: i32, v13: i32):
;;     jump b1(v12, v13)
;;   }
;; }
