;; A function with handlers is not lifted: it is copied unchanged.
;; test: optimize -O1
;; run: f(0) == 1
;; run: f(5) == 5
(module
  (tag $error (param i32))
  (func (export "f") (param i32) (result i32)
    (block $caught (result i32)
      (try_table (result i32) (catch $error $caught)
        (if (local.get 0) (then (throw $error (local.get 0))))
        (i32.add (i32.const 1) (i32.const 0))))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     local.get 0
;;     select
;;   )
;; )
