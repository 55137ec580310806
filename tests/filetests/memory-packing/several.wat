;; Memories other than the first, and those with addresses of 64 bits.
;; test: pass memory-packing
;; run: f(7) == 97
;; run: f(70000) == 0
(module
  (memory $unused 1)
  (memory $wide (export "wide") i64 2)
  (data (memory $wide) (i64.const 0) "\00\00\00\00\00\00\00a")
  (data (memory $wide) (i64.const 70000) "\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
  (func (export "f") (param i64) (result i32) (i32.load8_u $wide (local.get 0))))

;; expect:
;; (module
;;   (type (;0;) (func (param i64) (result i32)))
;;   (memory $unused (;0;) 1)
;;   (memory $wide (;1;) i64 2)
;;   (export "wide" (memory $wide))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i64) (result i32)
;;     local.get 0
;;     i32.load8_u $wide
;;   )
;;   (data (;0;) (memory $wide) (i64.const 7) "a")
;; )
