;; An exit block that has other predecessors, too, gets a dedicated exit before it.
;; test: pass unreachable,ssa-cleanup,simplify-cfg,licm
;; run: f(0, 5) == 7
;; run: f(1, 5) == 5
(module
  (func (export "f") (param $c i32) (param $n i32) (result i32)
    (local $s i32)
    (local.set $s (i32.const 7))
    (block $out
      (br_if $out (i32.eqz (local.get $c)))
      (local.set $s (i32.const 0))
      (loop $l
        (local.set $s (i32.add (local.get $s) (i32.const 1)))
        (br_if $out (i32.gt_s (local.get $s) (i32.const 100)))
        (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 7
;;     v4 = i32.eqz v0
;;     v15 = i32.const 0
;;     br_if v4, b1(v3), b6
;;   b1(v14: i32):
;;     return v14
;;   b3(v11: i32, v6: i32):
;;     v7 = i32.const 1
;;     v8 = i32.add v6, v7
;;     v9 = i32.const 100
;;     v10 = i32.gt_s v8, v9
;;     br_if v10, b7, b4
;;   b4:
;;     v12 = i32.const 1
;;     v13 = i32.sub v11, v12
;;     br_if v13, b3(v13, v8), b8
;;   b6:
;;     jump b3(v1, v15)
;;   b7:
;;     jump b1(v8)
;;   b8:
;;     jump b1(v8)
;;   }
;; }
