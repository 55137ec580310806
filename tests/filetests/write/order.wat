;; A load is not moved past a store that may alias it.
;; test: write
;; run: f(5) == 0
(module
  (memory 1)
  (func (export "f") (param i32) (result i32)
    (local $old i32)
    (local.set $old (i32.load (i32.const 16)))
    (i32.store (i32.const 16) (local.get 0))
    (local.get $old)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     i32.const 16
;;     i32.load
;;     i32.const 16
;;     local.get 0
;;     i32.store
;;   )
;; )
