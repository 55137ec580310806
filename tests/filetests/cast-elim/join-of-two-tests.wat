;; A block behind two branches knows nothing of the condition of one of them.
;; test: pass unreachable,ssa-cleanup,cast-elim,dce
;; run: null(0) == 1
;; run: null(1) == 0
;; run: null(2) == 5
;; run: type(0) == 1
;; run: type(1) == 0
;; run: type(2) == 5
(module
  (type $a (sub (struct (field i32))))
  (type $b (sub $a (struct (field i32 i32))))
  (func $null (param $r (ref null $a)) (param $c i32) (result i32)
    (block $join
      (br_if $join (ref.is_null (local.get $r)))
      (br_if $join (local.get $c))
      (return (i32.const 5)))
    (ref.is_null (local.get $r)))
  (func $type (param $r (ref null $a)) (param $c i32) (result i32)
    (block $join
      (br_if $join (ref.test (ref $b) (local.get $r)))
      (br_if $join (local.get $c))
      (return (i32.const 5)))
    (ref.test (ref $b) (local.get $r)))
  (func (export "null") (param $n i32) (result i32)
    (call $null
      (if (result (ref null $a)) (local.get $n)
        (then (struct.new $a (i32.const 1))) (else (ref.null $a)))
      (i32.eq (local.get $n) (i32.const 1))))
  (func (export "type") (param $n i32) (result i32)
    (call $type
      (if (result (ref null $a)) (local.get $n)
        (then (struct.new $a (i32.const 1))) (else (struct.new $b (i32.const 1) (i32.const 2))))
      (i32.eq (local.get $n) (i32.const 1)))))

;; expect:
;; module {
;;   ty0 "a" = sub struct (i32)
;;   ty1 "b" = sub ty0 struct (i32, i32)
;;   ty2 = func ((ref null ty0), i32) -> (i32)
;;   ty3 = func (i32) -> (i32)
;;   export "null" f2
;;   export "type" f3
;;   func f0 : ty2 "null" {
;;   b0(v0: (ref null ty0), v1: i32):
;;     v2 = ref.is_null v0
;;     br_if v2, b1, b2
;;   b1:
;;     v4 = ref.is_null v0
;;     return v4
;;   b2:
;;     br_if v1, b1, b3
;;   b3:
;;     v3 = i32.const 5
;;     return v3
;;   }
;;   func f1 : ty2 "type" {
;;   b0(v0: (ref null ty0), v1: i32):
;;     v2 = ref.test_non_null ty1 v0
;;     br_if v2, b1, b2
;;   b1:
;;     v4 = ref.test_non_null ty1 v0
;;     return v4
;;   b2:
;;     br_if v1, b1, b3
;;   b3:
;;     v3 = i32.const 5
;;     return v3
;;   }
;;   func f2 : ty3 {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b1(v1: (ref null ty0)):
;;     v5 = i32.const 1
;;     v6 = i32.eq v0, v5
;;     v7 = call f0 v1, v6
;;     return v7
;;   b2:
;;     v2 = i32.const 1
;;     v3 = struct.new ty0 v2
;;     jump b1(v3)
;;   b3:
;;     v4 = ref.null ty0
;;     jump b1(v4)
;;   }
;;   func f3 : ty3 {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b1(v1: (ref null ty0)):
;;     v7 = i32.const 1
;;     v8 = i32.eq v0, v7
;;     v9 = call f1 v1, v8
;;     return v9
;;   b2:
;;     v2 = i32.const 1
;;     v3 = struct.new ty0 v2
;;     jump b1(v3)
;;   b3:
;;     v4 = i32.const 1
;;     v5 = i32.const 2
;;     v6 = struct.new ty1 v4, v5
;;     jump b1(v6)
;;   }
;; }
