;; A body that is written as it was, with other numbers, keeps the hints of its branches.
;; test: optimize -Oz
;; run: f(0) == 2
;; run: f(1) == 1
(module
  (import "env" "unused" (func))
  (global $unused i32 (i32.const 0))
  (global $g (mut i32) (i32.const 1))
  (func (export "f") (param i32) (result i32)
    (@metadata.code.branch_hint "\00")
    (if (result i32) (local.get 0) (then (global.get $g)) (else (i32.const 2))))
  (func (export "set") (param i32) (global.set $g (local.get 0))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (param i32)))
;;   (global $g (;0;) (mut i32) i32.const 1)
;;   (export "f" (func 0))
;;   (export "set" (func 1))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     (@metadata.code.branch_hint "\00")
;;     if (result i32) ;; label = @1
;;       global.get $g
;;     else
;;       i32.const 2
;;     end
;;   )
;;   (func (;1;) (type 1) (param i32)
;;     local.get 0
;;     global.set $g
;;   )
;; )
