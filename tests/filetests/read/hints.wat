;; Branch hints become weights, and are written as hints again.
;; test: write
;; run: f(0) == 0
;; run: f(3) == 4
(module
  (memory 1)
  (func (export "f") (param i32) (result i32)
    (@metadata.code.branch_hint "\00")
    (if (local.get 0) (then (i32.store (i32.const 0) (i32.const 4))))
    (i32.load (i32.const 0))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     (@metadata.code.branch_hint "\00")
;;     if ;; label = @1
;;       i32.const 0
;;       i32.const 4
;;       i32.store
;;     end
;;     i32.const 0
;;     i32.load
;;   )
;; )
