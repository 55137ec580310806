;; Branch hints become weights, and come back as hints.
;; test: optimize -O1
;; run: f(0) == 0
;; run: f(3) == 4
(module
  (func (export "f") (param i32) (result i32)
    (local i32)
    (@metadata.code.branch_hint "\00")
    (if (local.get 0) (then (local.set 1 (i32.const 4))))
    (local.get 1)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     (@metadata.code.branch_hint "\00")
;;     if (result i32) ;; label = @1
;;       i32.const 4
;;     else
;;       i32.const 0
;;     end
;;   )
;; )
