;; The length of an array is known from its allocation.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: fixed(0) == 3
;; run: new(4) == 4
;; run: default(9) == 9
;; run: data(2) == 2
;; run: other(2) == 5
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))

  (type $a (array (mut i8)))
  (data $d "abcdef")
  (func $some (param i32) (result (ref $a)) (array.new_default $a (i32.const 5)))
  (func (export "fixed") (param i32) (result i32)
    (array.len (array.new_fixed $a 3 (local.get 0) (local.get 0) (local.get 0))))
  (func (export "new") (param i32) (result i32) (array.len (array.new $a (i32.const 1) (local.get 0))))
  (func (export "default") (param i32) (result i32) (array.len (array.new_default $a (local.get 0))))
  (func (export "data") (param i32) (result i32)
    (array.len (array.new_data $a $d (i32.const 1) (local.get 0))))
  (func (export "other") (param i32) (result i32) (array.len (call $some (local.get 0)))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 "a" = array (mut i8)
;;   ty4 = func (i32) -> ((ref ty3))
;;   ty5 = func (i32) -> (i32)
;;   export "fixed" f1
;;   export "new" f2
;;   export "default" f3
;;   export "data" f4
;;   export "other" f5
;;   func f0 : ty4 "some" {
;;   b0(v0: i32):
;;     v1 = i32.const 5
;;     v2 = array.new_default ty3 v1
;;     return v2
;;   }
;;   func f1 : ty5 {
;;   b0(v0: i32):
;;     v2 = i32.const 3
;;     return v2
;;   }
;;   func f2 : ty5 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = array.new ty3 v1, v0
;;     return v0
;;   }
;;   func f3 : ty5 {
;;   b0(v0: i32):
;;     v1 = array.new_default ty3 v0
;;     return v0
;;   }
;;   func f4 : ty5 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = array.new_data ty3 data0 v1, v0
;;     return v0
;;   }
;;   func f5 : ty5 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     v2 = array.len v1
;;     return v2
;;   }
;;   data data0 "d" passive "abcdef"
;; }
