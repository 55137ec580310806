;; A call without effects whose result one alternative uses is made there, also if the callee has a finite loop.
;; test: pass graph
;; run: f(0, 3) == 3
;; run: f(1, 3) == 63
;; run: looped(0, 3) == 3
;; run: looped(1, 3) == 30
;; run: chain(0, 3) == 3
;; run: chain(1, 3) == 630
(module
  (func $pure (param $x i32) (result i32)
    (i32.mul (local.get $x) (i32.mul (local.get $x) (i32.const 7))))
  (func $counted (param $x i32) (result i32)
    (local $t i32) (local $i i32)
    (loop $l
      (local.set $t (i32.add (local.get $t) (local.get $x)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
    (local.get $t))
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (local $t i32)
    (local.set $t (call $pure (local.get $x)))
    (if (result i32) (local.get $c) (then (local.get $t)) (else (local.get $x))))
  (func (export "looped") (param $c i32) (param $x i32) (result i32)
    (local $t i32)
    (local.set $t (call $counted (local.get $x)))
    (if (result i32) (local.get $c) (then (local.get $t)) (else (local.get $x))))
  (func (export "chain") (param $c i32) (param $x i32) (result i32)
    (local $t i32)
    (local.set $t (call $counted (call $pure (local.get $x))))
    (if (result i32) (local.get $c) (then (local.get $t)) (else (local.get $x)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   export "f" f2
;;   export "looped" f3
;;   export "chain" f4
;;   func f0 : ty0 "pure" {
;;   b0(v0: i32):
;;     v1 = i32.const 7
;;     v2 = i32.mul v0, v1
;;     v3 = i32.mul v0, v2
;;     return v3
;;   }
;;   func f1 : ty0 "counted" {
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
;;   func f2 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     br_if v0, b1, b2(v1)
;;   b1:
;;     v2 = call f0 v1
;;     jump b2(v2)
;;   b2(v3: i32):
;;     return v3
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     br_if v0, b1, b2(v1)
;;   b1:
;;     v2 = call f1 v1
;;     jump b2(v2)
;;   b2(v3: i32):
;;     return v3
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     br_if v0, b1, b2(v1)
;;   b1:
;;     v2 = call f0 v1
;;     v3 = call f1 v2
;;     jump b2(v3)
;;   b2(v4: i32):
;;     return v4
;;   }
;; }
