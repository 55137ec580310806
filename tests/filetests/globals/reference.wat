;; A read of an immutable global becomes a reference with its own type, not the global's. It is merged with equal
;; operators of the function, so its type matters.
;; test: pass globals,ssa-cleanup,dce
;; run: f(0) == 0
;; run: f(1) == 0
(module
  (type $t (func))
  (type $s (struct))
  (func $a (type $t))
  (elem declare func $a)
  (global $func (ref null $t) (ref.func $a))
  (global $null anyref (ref.null none))
  (func $one (export "func") (param $c i32) (result (ref $t))
    (local $x (ref null $t))
    (local.set $x (global.get $func))
    (if (result (ref $t)) (local.get $c)
      (then (drop (ref.is_null (local.get $x))) (ref.func $a))
      (else (ref.func $a))))
  (func (export "null") (param $c i32) (result (ref null $s))
    (local $x anyref)
    (local.set $x (global.get $null))
    (if (result (ref null $s)) (local.get $c)
      (then (drop (ref.is_null (local.get $x))) (ref.null none))
      (else (ref.null none))))
  (func (export "f") (param i32) (result i32) (ref.is_null (call $one (local.get 0)))))

;; expect:
;; module {
;;   ty0 "t" = func () -> ()
;;   ty1 "s" = struct ()
;;   ty2 = func (i32) -> ((ref ty0))
;;   ty3 = func (i32) -> ((ref null ty1))
;;   ty4 = func (i32) -> (i32)
;;   global g0 : (ref null ty0) "func" = ref.func f0
;;   global g1 : anyref "null" = ref.null none
;;   export "func" f1
;;   export "null" f2
;;   export "f" f3
;;   elem elem0 declared funcs f0
;;   func f0 : ty0 "a" {
;;   b0:
;;     return
;;   }
;;   func f1 : ty2 "one" {
;;   b0(v0: i32):
;;     v7 = ref.func f0
;;     br_if v0, b2, b3
;;   b1:
;;     return v7
;;   b2:
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;;   func f2 : ty3 {
;;   b0(v0: i32):
;;     v7 = ref.null none
;;     br_if v0, b2, b3
;;   b1:
;;     return v7
;;   b2:
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;;   func f3 : ty4 {
;;   b0(v0: i32):
;;     v1 = call f1 v0
;;     v2 = ref.is_null v1
;;     return v2
;;   }
;; }
