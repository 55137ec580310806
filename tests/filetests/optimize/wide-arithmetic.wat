;; Sums and products of 128 bits are carried, and what is around them is optimized.
;; test: optimize -O2
;; run: sum(-1, 0, 1, 5) == 6
;; run: high(-1, 16) == 15
(module
  (func (export "sum") (param i64 i64 i64 i64) (result i64)
    (local $low i64)
    (i64.add128 (local.get 0) (local.get 1) (local.get 2) (i64.add (local.get 3) (i64.const 0)))
    (local.set 1)
    (local.set $low)
    (i64.mul (local.get 1) (i64.const 1)))
  (func (export "high") (param i64 i64) (result i64)
    (local $high i64)
    (i64.mul_wide_u (local.get 0) (local.get 1))
    (local.set $high)
    (drop)
    (local.get $high)))

;; expect:
;; (module
;;   (type (;0;) (func (param i64 i64 i64 i64) (result i64)))
;;   (type (;1;) (func (param i64 i64) (result i64)))
;;   (export "sum" (func 0))
;;   (export "high" (func 1))
;;   (func (;0;) (type 0) (param i64 i64 i64 i64) (result i64)
;;     local.get 0
;;     local.get 1
;;     local.get 2
;;     local.get 3
;;     i64.add128
;;     local.set 0
;;     drop
;;     local.get 0
;;   )
;;   (func (;1;) (type 1) (param i64 i64) (result i64)
;;     local.get 0
;;     local.get 1
;;     i64.mul_wide_u
;;     local.set 0
;;     drop
;;     local.get 0
;;   )
;; )
