;; An argument that is the same constant at each call, recursive ones included, replaces the parameter. An indirect
;; call with that index becomes direct. The table and the signature stay.
;; test: pass call-facts,unreachable,ssa-cleanup,fold,simplify-cfg,ssa-cleanup,dce
;; run: f(5) == 36
(module
  (type $op (func (param i32 i32) (result i32)))
  (table 4 funcref)
  (elem (i32.const 1) func $sub $add)
  (func $add (type $op) (i32.add (local.get 0) (local.get 1)))
  (func $sub (type $op) (i32.sub (local.get 0) (local.get 1)))
  (func $fold (param $n i32) (param $s i32) (param $op i32) (result i32)
    (if (i32.eqz (local.get $n)) (then (return (local.get $s))))
    (call $fold
      (i32.sub (local.get $n) (i32.const 1))
      (call_indirect (type $op) (local.get $s) (local.get $n) (local.get $op))
      (local.get $op)))
  (func (export "f") (param i32) (result i32)
    (i32.add
      (call $fold (local.get 0) (i32.const 3) (i32.const 2))
      (call $fold (local.get 0) (i32.const 3) (i32.const 2)))))

;; expect:
;; (module
;;   (type $op (;0;) (func (param i32 i32) (result i32)))
;;   (type (;1;) (func (param i32 i32 i32) (result i32)))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (table (;0;) 4 funcref)
;;   (export "f" (func 3))
;;   (elem (;0;) (i32.const 1) func $sub $add)
;;   (func $add (;0;) (type $op) (param i32 i32) (result i32)
;;     local.get 0
;;     local.get 1
;;     i32.add
;;   )
;;   (func $sub (;1;) (type $op) (param i32 i32) (result i32)
;;     local.get 0
;;     local.get 1
;;     i32.sub
;;   )
;;   (func $fold (;2;) (type 1) (param i32 i32 i32) (result i32)
;;     local.get 0
;;     if (result i32) ;; label = @1
;;       local.get 0
;;       i32.const -1
;;       i32.add
;;       local.get 1
;;       local.get 0
;;       call $add
;;       i32.const 2
;;       call $fold
;;     else
;;       local.get 1
;;     end
;;   )
;;   (func (;3;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     i32.const 3
;;     i32.const 2
;;     call $fold
;;     local.get 0
;;     i32.const 3
;;     i32.const 2
;;     call $fold
;;     i32.add
;;   )
;; )
