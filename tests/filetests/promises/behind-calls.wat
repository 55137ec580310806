;; A division is not hoisted over a call that may throw, though traps never happen.
;; test: pass licm,graph
;; promise: traps-never-happen
;; run: f(3, 0) == exception
;; run: f(3, 10) == 30
(module
  (tag $zero)
  (func $check (param $d i32) (if (i32.eqz (local.get $d)) (then (throw $zero))))
  (func (export "f") (param $n i32) (param $d i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (call $check (local.get $d))
      (local.set $s (i32.add (local.get $s) (i32.div_u (i32.const 100) (local.get $d))))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.and (local.get $n) (i32.const 7)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func () -> ()
;;   ty1 = func (i32) -> ()
;;   ty2 = func (i32, i32) -> (i32)
;;   tag tag0 : ty0 "zero"
;;   export "f" f1
;;   func f0 : ty1 "check" {
;;   b0(v0: i32):
;;     br_if v0, b2, b1
;;   b1:
;;     throw tag0
;;   b2:
;;     return
;;   }
;;   func f1 : ty2 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 7
;;     v4 = i32.and v0, v3
;;     jump b1(v2, v2)
;;   b1(v5: i32, v6: i32):
;;     call f0 v1
;;     v7 = i32.const 100
;;     v8 = i32.div_u v7, v1
;;     v9 = i32.const 1
;;     v10 = i32.add v5, v9
;;     v11 = i32.lt_u v10, v4
;;     v12 = i32.add v6, v8
;;     br_if v11, b1(v10, v12), b2
;;   b2:
;;     return v12
;;   }
;; }
