;; Tests for abstract types are decided by the hierarchy; a bottom type has null only.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: eq(1) == 1
;; run: array(1) == 0
;; run: i31(1) == 1
;; run: struct(1) == 0
;; run: none(1) == 0
;; run: null(0) == 1
;; run: null(1) == 0
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))
  (func $make (param i32) (result (ref null $base))
    (block $o (block $s (block $b (block $n (br_table $n $b $s $o (local.get 0)))
      (return (ref.null none)))
      (return (struct.new $base (i32.const 10))))
      (return (struct.new $sub (i32.const 20) (i32.const 7))))
    (struct.new $other (i32.const 30) (i64.const 9)))

  (type $a (array i32))
  (func (export "eq") (param i32) (result i32) (ref.test (ref eq) (array.new_default $a (local.get 0))))
  (func (export "array") (param i32) (result i32) (ref.test (ref array) (struct.new $base (local.get 0))))
  (func (export "i31") (param i32) (result i32) (ref.test (ref i31) (ref.i31 (local.get 0))))
  (func (export "struct") (param i32) (result i32) (ref.test (ref struct) (array.new_default $a (local.get 0))))
  (func (export "none") (param i32) (result i32) (ref.test (ref none) (call $make (local.get 0))))
  (func (export "null") (param i32) (result i32) (ref.test (ref null none) (call $make (local.get 0)))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 "a" = array (i32)
;;   ty4 = func (i32) -> ((ref null ty0))
;;   ty5 = func (i32) -> (i32)
;;   export "eq" f1
;;   export "array" f2
;;   export "i31" f3
;;   export "struct" f4
;;   export "none" f5
;;   export "null" f6
;;   func f0 : ty4 "make" {
;;   b0(v0: i32):
;;     br_table v0, b4, b3, b2, b1
;;   b1:
;;     v7 = i32.const 30
;;     v8 = i64.const 9
;;     v9 = struct.new ty2 v7, v8
;;     return v9
;;   b2:
;;     v4 = i32.const 20
;;     v5 = i32.const 7
;;     v6 = struct.new ty1 v4, v5
;;     return v6
;;   b3:
;;     v2 = i32.const 10
;;     v3 = struct.new ty0 v2
;;     return v3
;;   b4:
;;     v1 = ref.null none
;;     return v1
;;   }
;;   func f1 : ty5 {
;;   b0(v0: i32):
;;     v1 = array.new_default ty3 v0
;;     v2 = i32.const 1
;;     return v2
;;   }
;;   func f2 : ty5 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     return v2
;;   }
;;   func f3 : ty5 {
;;   b0(v0: i32):
;;     v2 = i32.const 1
;;     return v2
;;   }
;;   func f4 : ty5 {
;;   b0(v0: i32):
;;     v1 = array.new_default ty3 v0
;;     v2 = i32.const 0
;;     return v2
;;   }
;;   func f5 : ty5 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     v2 = i32.const 0
;;     return v2
;;   }
;;   func f6 : ty5 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     v2 = ref.is_null v1
;;     return v2
;;   }
;; }
