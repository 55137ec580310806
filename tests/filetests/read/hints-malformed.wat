;; A section of branch hints whose only hint is neither likely nor unlikely is ignored: the module is valid.
;; test: write
;; run: f(1) == 2
(module
  (@custom "metadata.code.branch_hint" (before code) "\01\00\01\03\01\02")
  (func (export "f") (param i32) (result i32)
    (if (local.get 0) (then (return (i32.const 2))))
    (i32.const 3)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     if (result i32) ;; label = @1
;;       i32.const 2
;;     else
;;       i32.const 3
;;     end
;;   )
;; )
