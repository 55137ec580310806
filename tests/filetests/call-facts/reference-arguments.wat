;; A parameter that is the same reference at each call is replaced by one with the reference's own type, not the
;; parameter's. It is merged with equal operators of the function, so its type matters.
;; test: pass call-facts,ssa-cleanup,dce
;; run: f(0) == 0
;; run: f(1) == 0
(module
  (type $t (func))
  (type $s (struct))
  (func $a (type $t))
  (elem declare func $a)
  (func $func (param $x (ref null $t)) (param $c i32) (result (ref $t))
    (if (result (ref $t)) (local.get $c)
      (then (drop (ref.is_null (local.get $x))) (ref.func $a))
      (else (ref.func $a))))
  (func $null (param $x anyref) (param $c i32) (result (ref null $s))
    (if (result (ref null $s)) (local.get $c)
      (then (drop (ref.is_null (local.get $x))) (ref.null none))
      (else (ref.null none))))
  (func (export "func") (param i32) (result (ref $t)) (call $func (ref.func $a) (local.get 0)))
  (func (export "null") (param i32) (result (ref null $s)) (call $null (ref.null none) (local.get 0)))
  (func (export "f") (param i32) (result i32)
    (ref.is_null (call $func (ref.func $a) (local.get 0)))))

;; expect:
;; (module
;;   (type $t (;0;) (func))
;;   (type $s (;1;) (struct))
;;   (type (;2;) (func (param (ref null $t) i32) (result (ref $t))))
;;   (type (;3;) (func (param anyref i32) (result (ref null $s))))
;;   (type (;4;) (func (param i32) (result (ref $t))))
;;   (type (;5;) (func (param i32) (result (ref null $s))))
;;   (type (;6;) (func (param i32) (result i32)))
;;   (export "func" (func 3))
;;   (export "null" (func 4))
;;   (export "f" (func 5))
;;   (elem (;0;) declare func $a)
;;   (func $a (;0;) (type $t))
;;   (func $func (;1;) (type 2) (param (ref null $t) i32) (result (ref $t))
;;     ref.func $a
;;   )
;;   (func $null (;2;) (type 3) (param anyref i32) (result (ref null $s))
;;     ref.null none
;;   )
;;   (func (;3;) (type 4) (param i32) (result (ref $t))
;;     ref.func $a
;;     local.get 0
;;     call $func
;;   )
;;   (func (;4;) (type 5) (param i32) (result (ref null $s))
;;     ref.null none
;;     local.get 0
;;     call $null
;;   )
;;   (func (;5;) (type 6) (param i32) (result i32)
;;     ref.func $a
;;     local.get 0
;;     call $func
;;     ref.is_null
;;   )
;; )
