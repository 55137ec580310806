;; A condition around one store becomes an `if` without `else` and without a block.
;; test: write
;; run: f(1) == 7
;; run: f(0) == 0
(module
  (memory 1)
  (func (export "f") (param i32) (result i32)
    (block $skip
      (br_if $skip (i32.eqz (local.get 0)))
      (i32.store (i32.const 0) (i32.const 7)))
    (i32.load (i32.const 0))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     if ;; label = @1
;;       i32.const 0
;;       i32.const 7
;;       i32.store
;;     end
;;     i32.const 0
;;     i32.load
;;   )
;; )
