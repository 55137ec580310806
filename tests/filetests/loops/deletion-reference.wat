;; A live-out value of a deleted loop may be a constant of any type: a null reference, a function, a vector. It
;; keeps its type.
;; test: pass simplify-cfg,loop-deletion,ssa-cleanup,dce
;; run: f(1) == 1
;; run: f(0) == 0
(module
  (type $t (func))
  (func $a (type $t))
  (elem declare func $a)
  (func $null (param $c i32) (result funcref) (local $i i32)
    (block $out (result funcref)
      (drop (br_if $out (ref.func $a) (local.get $c)))
      (loop $l
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (drop (br_if $out (ref.null func) (i32.eq (local.get $i) (i32.const 1000))))
        (br $l))
      (unreachable)))
  (func (export "func") (result (ref $t)) (local $i i32)
    (block $out (result (ref $t))
      (loop $l
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (drop (br_if $out (ref.func $a) (i32.eq (local.get $i) (i32.const 1000))))
        (br $l))
      (unreachable)))
  (func (export "vector") (param $c i32) (result v128) (local $i i32)
    (block $out (result v128)
      (drop (br_if $out (v128.const i64x2 1 1) (local.get $c)))
      (loop $l
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (drop (br_if $out (v128.const i64x2 2 1) (i32.eq (local.get $i) (i32.const 1000))))
        (br $l))
      (unreachable)))
  (func (export "f") (param i32) (result i32)
    (i32.eqz (ref.is_null (call $null (local.get 0))))))

;; expect:
;; module {
;;   ty0 "t" = func () -> ()
;;   ty1 = func (i32) -> (funcref)
;;   ty2 = func () -> ((ref ty0))
;;   ty3 = func (i32) -> (v128)
;;   ty4 = func (i32) -> (i32)
;;   export "func" f2
;;   export "vector" f3
;;   export "f" f4
;;   elem elem0 declared funcs f0
;;   func f0 : ty0 "a" {
;;   b0:
;;     return
;;   }
;;   func f1 : ty1 "null" {
;;   b0(v0: i32):
;;     v3 = ref.func f0
;;     br_if v0, b1(v3), b5
;;   b1(v2: funcref):
;;     return v2
;;   b5:
;;     v10 = ref.null func
;;     jump b6
;;   b6:
;;     jump b1(v10)
;;   }
;;   func f2 : ty2 {
;;   b0:
;;     v9 = ref.func f0
;;     jump b1
;;   b1:
;;     return v9
;;   }
;;   func f3 : ty3 {
;;   b0(v0: i32):
;;     v3 = v128.const 0x00000000000000010000000000000001
;;     br_if v0, b1(v3), b5
;;   b1(v2: v128):
;;     return v2
;;   b5:
;;     v10 = v128.const 0x00000000000000010000000000000002
;;     jump b6
;;   b6:
;;     jump b1(v10)
;;   }
;;   func f4 : ty4 {
;;   b0(v0: i32):
;;     v1 = call f1 v0
;;     v2 = ref.is_null v1
;;     v3 = i32.eqz v2
;;     return v3
;;   }
;; }
