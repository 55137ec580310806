;; At -O0 the code is rewritten, but nothing is folded or removed.
;; test: optimize -O0
;; run: f(4) == 12
(module
  (func $unused (result i32) (i32.const 5))
  (func (export "f") (param i32) (result i32)
    (drop (i32.add (local.get 0) (i32.const 1)))
    (i32.mul (local.get 0) (i32.add (i32.const 1) (i32.const 2)))))

;; expect:
;; (module
;;   (type (;0;) (func (result i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (export "f" (func 1))
;;   (func $unused (;0;) (type 0) (result i32)
;;     i32.const 5
;;   )
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.const 2
;;     i32.add
;;     i32.mul
;;   )
;; )
