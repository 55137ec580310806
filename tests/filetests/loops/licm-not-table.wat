;; A table element that the loop may assign is read in each iteration.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 3) == 1
(module
  (table $t 4 funcref) (elem declare func $x)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (ref.is_null (table.get $t (i32.const 1)))))
      (table.set $t (local.get $p) (ref.null func))
      (table.set $t (i32.const 1) (ref.func $x))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func $x))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   ty1 = func () -> ()
;;   table t0 : 4.. funcref "t"
;;   export "f" f0
;;   elem elem0 declared funcs f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     jump b1(v1, v2)
;;   b1(v11: i32, v3: i32):
;;     v4 = i32.const 1
;;     v5 = table.get t0 v4
;;     v6 = ref.is_null v5
;;     v7 = i32.add v3, v6
;;     v8 = ref.null func
;;     table.set t0 v0, v8
;;     v9 = i32.const 1
;;     v10 = ref.func f1
;;     table.set t0 v9, v10
;;     v12 = i32.const 1
;;     v13 = i32.sub v11, v12
;;     br_if v13, b1(v13, v7), b2
;;   b2:
;;     return v7
;;   }
;;   func f1 : ty1 "x" {
;;   b0:
;;     return
;;   }
;; }
