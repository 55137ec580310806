;; A diamond becomes an `if` with a result, not two blocks and branches.
;; test: write
;; run: f(0) == 2
;; run: f(9) == 1
(module
  (func (export "f") (param i32) (result i32)
    (block $else
      (br_if $else (i32.eqz (local.get 0)))
      (return (i32.const 1)))
    (i32.const 2)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.eqz
;;     if (result i32) ;; label = @1
;;       i32.const 2
;;     else
;;       i32.const 1
;;     end
;;   )
;; )
