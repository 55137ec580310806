;; Passes together: a constant decides a branch, and the code that it led to is removed.
;; test: optimize -O3
;; run: f(4) == 12
(module
  (func $unused (result i32) (i32.const 5))
  (func (export "f") (param i32) (result i32)
    (local $debug i32)
    (local.set $debug (i32.mul (i32.const 0) (i32.const 5)))
    (if (local.get $debug)
      (then (drop (i32.add (local.get 0) (i32.const 1))) (return (i32.const 0))))
    (i32.mul (local.get 0) (i32.const 3))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 3
;;     i32.mul
;;   )
;; )
