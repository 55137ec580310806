;; A function of the module has exactly its type, an imported one may be of a subtype; nofunc has null only.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: own(0) == 1
;; run: sub(0) == 0
;; run: none(0) == 0
(module

  (type $f (sub (func (param i32) (result i32))))
  (type $g (sub $f (func (param i32) (result i32))))
  (import "m" "f" (func $imported (type $f)))
  (elem declare func $own $imported)
  (func $own (type $f) (local.get 0))
  (func $any (param i32) (result funcref) (ref.func $own))
  (func (export "own") (param i32) (result i32) (ref.test (ref $f) (ref.func $own)))
  (func (export "sub") (param i32) (result i32) (ref.test (ref $g) (ref.func $own)))
  (func (export "outside") (param i32) (result i32) (ref.test (ref $g) (ref.func $imported)))
  (func (export "none") (param i32) (result i32) (ref.test (ref nofunc) (call $any (local.get 0)))))

;; expect:
;; module {
;;   ty0 "f" = sub func (i32) -> (i32)
;;   ty1 "g" = sub ty0 func (i32) -> (i32)
;;   ty2 = func (i32) -> (funcref)
;;   import f0 "m" "f" : ty0 "imported"
;;   export "own" f3
;;   export "sub" f4
;;   export "outside" f5
;;   export "none" f6
;;   elem elem0 declared funcs f1, f0
;;   func f1 : ty0 "own" {
;;   b0(v0: i32):
;;     return v0
;;   }
;;   func f2 : ty2 "any" {
;;   b0(v0: i32):
;;     v1 = ref.func f1
;;     return v1
;;   }
;;   func f3 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.const 1
;;     return v2
;;   }
;;   func f4 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     return v2
;;   }
;;   func f5 : ty0 {
;;   b0(v0: i32):
;;     v1 = ref.func f0
;;     v2 = ref.test_non_null ty1 v1
;;     return v2
;;   }
;;   func f6 : ty0 {
;;   b0(v0: i32):
;;     v1 = call f2 v0
;;     v2 = i32.const 0
;;     return v2
;;   }
;; }
