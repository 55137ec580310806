;; Loop versioning: a failed check throws, as in Kotlin; the arrays are objects. In `not_caught` the exception does not leave
;; the loop.
;; test: pass unreachable,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,loop-rotate,ssa-cleanup,licm,loop-versioning,ssa-cleanup,fold,gvn,simplify-cfg,ssa-cleanup,dce
;; run: f(8, 8) == 28
;; run: f(8, 9) == exception
;; run: f(0, 1) == exception
;; run: not_caught(4, 6) == 206
(module
  (type $numbers (array (mut i32)))
  (tag $range (param i32))
  (func $filled (param $n i32) (result (ref $numbers)) (local $a (ref $numbers)) (local $i i32)
    (local.set $a (array.new_default $numbers (local.get $n)))
    (block $out (loop $l
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (array.set $numbers (local.get $a) (local.get $i) (local.get $i))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $l)))
    (local.get $a))
  (func (export "f") (param $n i32) (param $m i32) (result i32) (local $a (ref $numbers)) (local $i i32) (local $s i32)
    (local.set $a (call $filled (local.get $n)))
    (loop $l
      (if (i32.ge_u (local.get $i) (array.len (local.get $a))) (then (throw $range (local.get $i))))
      (local.set $s (i32.add (local.get $s) (array.get $numbers (local.get $a) (local.get $i))))
      (array.set $numbers (local.get $a) (local.get $i) (local.get $s))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $m))))
    (array.get $numbers (local.get $a) (i32.sub (local.get $i) (i32.const 1))))
  (func (export "not_caught") (param $n i32) (param $m i32) (result i32) (local $a (ref $numbers)) (local $i i32) (local $s i32)
    (local.set $a (call $filled (local.get $n)))
    (loop $l
      (block $caught
        (try_table (catch_all $caught)
          (if (i32.ge_u (local.get $i) (array.len (local.get $a))) (then
            (local.set $s (i32.add (local.get $s) (i32.const 100)))
            (throw $range (local.get $i))))
          (local.set $s (i32.add (local.get $s) (array.get $numbers (local.get $a) (local.get $i))))))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $m))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 "numbers" = array (mut i32)
;;   ty1 = func (i32) -> ()
;;   ty2 = func (i32) -> ((ref ty0))
;;   ty3 = func (i32, i32) -> (i32)
;;   tag tag0 : ty1 "range"
;;   export "f" f1
;;   export "not_caught" f2
;;   func f0 : ty2 "filled" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = array.new_default ty0 v0
;;     v7 = i32.le_s v0, v1
;;     br_if v7, b1, b4(v1)
;;   b1:
;;     return v2
;;   b4(v8: i32):
;;     array.set ty0 v2, v8, v8
;;     v5 = i32.const 1
;;     v6 = i32.add v8, v5
;;     v4 = i32.ge_s v6, v0
;;     br_if v4, b1, b4(v6)
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = call f0 v0
;;     v5 = array.len v3
;;     v16 = i32.const -2147483647
;;     v17 = i32.const -2147483648
;;     v18 = i32.add v1, v17
;;     v19 = i32.ge_u v18, v16
;;     v20 = i32.const -1
;;     v21 = i32.add v1, v20
;;     v29 = i32.lt_u v21, v5
;;     v30 = i32.and v19, v29
;;     br_if v30, b7(v2, v2), b1(v2, v2) !weights 1000 1
;;   b1(v7: i32, v4: i32):
;;     v6 = i32.ge_u v4, v5
;;     br_if v6, b3, b2
;;   b2:
;;     v8 = array.get ty0 v3, v4
;;     v9 = i32.add v7, v8
;;     array.set ty0 v3, v4, v9
;;     v10 = i32.const 1
;;     v11 = i32.add v4, v10
;;     v12 = i32.lt_s v11, v1
;;     br_if v12, b1(v9, v11), b5(v9)
;;   b3:
;;     throw tag0 v4
;;   b5(v39: i32):
;;     return v39
;;   b7(v31: i32, v32: i32):
;;     v34 = array.get ty0 v3, v32
;;     v35 = i32.add v31, v34
;;     array.set ty0 v3, v32, v35
;;     v36 = i32.const 1
;;     v37 = i32.add v32, v36
;;     v38 = i32.lt_s v37, v1
;;     br_if v38, b7(v35, v37), b5(v35)
;;   }
;;   func f2 : ty3 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = call f0 v0
;;     v5 = array.len v3
;;     jump b1(v2, v2)
;;   b1(v7: i32, v4: i32):
;;     v6 = i32.ge_u v4, v5
;;     br_if v6, b5, b4
;;   b2(v15: i32):
;;     v12 = i32.const 1
;;     v13 = i32.add v4, v12
;;     v14 = i32.lt_s v13, v1
;;     br_if v14, b1(v15, v13), b8
;;   b4:
;;     v10 = array.get ty0 v3, v4
;;     v11 = i32.add v7, v10
;;     jump b2(v11)
;;   b5:
;;     v8 = i32.const 100
;;     v9 = i32.add v7, v8
;;     jump b2(v9)
;;   b8:
;;     return v15
;;   }
;; }
