;; A private function with a single call is inlined whatever its size, and removed.
;; test: optimize -Oz
;; run: f(3) == 303
;; run: f(9) == 0
(module
  (memory 1)
  (func $large (param i32) (result i32)
    (i32.store offset=0 (local.get 0) (i32.const 100))
    (i32.store offset=4 (local.get 0) (i32.const 101))
    (i32.store offset=8 (local.get 0) (i32.const 102))
    (if (i32.gt_u (local.get 0) (i32.const 5)) (then (return (i32.const 0))))
    (i32.add
      (i32.add (i32.load offset=0 (local.get 0)) (i32.load offset=4 (local.get 0)))
      (i32.load offset=8 (local.get 0))))
  (func (export "f") (param i32) (result i32) (call $large (local.get 0))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 100
;;     i32.store
;;     local.get 0
;;     i32.const 101
;;     i32.store offset=4
;;     local.get 0
;;     i32.const 102
;;     i32.store offset=8
;;     i32.const 0
;;     i32.const 303
;;     local.get 0
;;     i32.const 5
;;     i32.gt_u
;;     select
;;   )
;; )
