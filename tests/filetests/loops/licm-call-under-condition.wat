;; A call without effects is not hoisted out of a conditional in a loop, since it may take long; out of the loop it is.
;; test: pass graph,loop-rotate,licm
;; run: condition(3, 2) == 40
;; run: each(3, 2) == 60
(module
  (func $counted (param $x i32) (result i32)
    (local $t i32) (local $i i32)
    (loop $l
      (local.set $t (i32.add (local.get $t) (local.get $x)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
    (local.get $t))
  (func (export "condition") (param $n i32) (param $x i32) (result i32)
    (local $s i32)
    (loop $o
      (if (i32.and (local.get $n) (i32.const 1))
        (then (local.set $s (i32.add (local.get $s) (call $counted (local.get $x))))))
      (br_if $o (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "each") (param $n i32) (param $x i32) (result i32)
    (local $s i32)
    (block $done
      (loop $o
        (br_if $done (i32.eqz (local.get $n)))
        (local.set $s (i32.add (local.get $s) (call $counted (local.get $x))))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $o)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   export "condition" f1
;;   export "each" f2
;;   func f0 : ty0 "counted" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1, v1)
;;   b1(v2: i32, v3: i32):
;;     v4 = i32.const 1
;;     v5 = i32.add v2, v4
;;     v6 = i32.const 10
;;     v7 = i32.lt_u v5, v6
;;     v8 = i32.add v3, v0
;;     br_if v7, b1(v5, v8), b2
;;   b2:
;;     return v8
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v0)
;;   b1(v3: i32, v4: i32):
;;     v5 = i32.const 1
;;     v6 = i32.and v4, v5
;;     br_if v6, b2, b3(v3)
;;   b2:
;;     v7 = call f0 v1
;;     v8 = i32.add v3, v7
;;     jump b3(v8)
;;   b3(v9: i32):
;;     v10 = i32.const -1
;;     v11 = i32.add v4, v10
;;     br_if v11, b1(v9, v11), b4
;;   b4:
;;     return v9
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v0, b5, b3(v2)
;;   b1(v3: i32, v4: i32):
;;     br_if v4, b4(v3, v4), b6
;;   b2:
;;     v6 = i32.const -1
;;     v7 = i32.add v9, v5
;;     v8 = i32.add v10, v6
;;     jump b1(v7, v8)
;;   b3(v11: i32):
;;     return v11
;;   b4(v9: i32, v10: i32):
;;     jump b2
;;   b5:
;;     v5 = call f0 v1
;;     jump b4(v2, v0)
;;   b6:
;;     jump b3(v3)
;;   }
;; }
