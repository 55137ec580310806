;; Functions that call in tail position are called so: a chain of such calls needs no stack, however long it is.
;; test: pass merge-similar
;; run: f(10000) == 0
(module
  (type $step (func (param i32) (result i32)))
  (memory 1)
  (table 2 funcref)
  (elem (i32.const 0) $f $g)
  (func $f (export "f") (type $step)
    (if (i32.eqz (local.get 0)) (then (return (i32.const 0))))
    (i32.store offset=400 (i32.and (local.get 0) (i32.const 255)) (i32.mul (local.get 0) (i32.const 40000)))
    (i32.store offset=500 (i32.and (local.get 0) (i32.const 255)) (i32.mul (local.get 0) (i32.const 50000)))
    (i32.store offset=600 (i32.and (local.get 0) (i32.const 255)) (i32.mul (local.get 0) (i32.const 60000)))
    (i32.store offset=700 (i32.and (local.get 0) (i32.const 255)) (i32.mul (local.get 0) (i32.const 70000)))
    (return_call_indirect (type $step) (i32.sub (local.get 0) (i32.const 1)) (i32.const 1)))
  (func $g (type $step)
    (if (i32.eqz (local.get 0)) (then (return (i32.const 0))))
    (i32.store offset=400 (i32.and (local.get 0) (i32.const 255)) (i32.mul (local.get 0) (i32.const 40000)))
    (i32.store offset=500 (i32.and (local.get 0) (i32.const 255)) (i32.mul (local.get 0) (i32.const 50000)))
    (i32.store offset=600 (i32.and (local.get 0) (i32.const 255)) (i32.mul (local.get 0) (i32.const 60000)))
    (i32.store offset=700 (i32.and (local.get 0) (i32.const 255)) (i32.mul (local.get 0) (i32.const 70000)))
    (return_call_indirect (type $step) (i32.sub (local.get 0) (i32.const 1)) (i32.const 0))))

;; expect:
;; (module
;;   (type $step (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (table (;0;) 2 funcref)
;;   (memory (;0;) 1)
;;   (export "f" (func $f))
;;   (elem (;0;) (i32.const 0) func $f $g)
;;   (func $f (;0;) (type $step) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     return_call $f|similar
;;   )
;;   (func $g (;1;) (type $step) (param i32) (result i32)
;;     local.get 0
;;     i32.const 0
;;     return_call $f|similar
;;   )
;;   (func $f|similar (;2;) (type 1) (param i32 i32) (result i32)
;;     local.get 0
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 255
;;       i32.and
;;       local.get 0
;;       i32.const 40000
;;       i32.mul
;;       i32.store offset=400
;;       local.get 0
;;       i32.const 255
;;       i32.and
;;       local.get 0
;;       i32.const 50000
;;       i32.mul
;;       i32.store offset=500
;;       local.get 0
;;       i32.const 255
;;       i32.and
;;       local.get 0
;;       i32.const 60000
;;       i32.mul
;;       i32.store offset=600
;;       local.get 0
;;       i32.const 255
;;       i32.and
;;       local.get 0
;;       i32.const 70000
;;       i32.mul
;;       i32.store offset=700
;;       local.get 0
;;       i32.const 1
;;       i32.sub
;;       local.get 1
;;       return_call_indirect (type $step)
;;     end
;;     i32.const 0
;;   )
;; )
