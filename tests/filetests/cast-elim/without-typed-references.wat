;; A local that holds references to functions of a known type stays a `funcref`: the module has no typed references.
;; test: optimize -O1
;; run: f(0) == 4
;; run: f(1) == 4
(module
  (table $t 4 funcref)
  (func $a) (func $b)
  (elem declare func $a $b)
  (func (export "f") (param $x i32) (result i32)
    (local $r funcref)
    (if (local.get $x)
      (then (local.set $r (ref.func $a)) (table.set $t (i32.const 1) (local.get $r)))
      (else (local.set $r (ref.func $b)) (table.set $t (i32.const 2) (local.get $r))))
    (table.set $t (i32.const 0) (local.get $r))
    (i32.add (ref.is_null (local.get $r)) (i32.const 4))))

;; expect:
;; (module
;;   (type (;0;) (func))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (table $t (;0;) 4 funcref)
;;   (export "f" (func 1))
;;   (elem (;0;) declare func $a $a)
;;   (func $a (;0;) (type 0))
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     (local funcref)
;;     local.get 0
;;     if ;; label = @1
;;       i32.const 1
;;       ref.func $a
;;       table.set $t
;;       ref.func $a
;;       local.set 1
;;     else
;;       i32.const 2
;;       ref.func $a
;;       table.set $t
;;       ref.func $a
;;       local.set 1
;;     end
;;     i32.const 0
;;     local.get 1
;;     table.set $t
;;     i32.const 4
;;   )
;; )
