;; One of two calls is never executed: then the last argument is the same constant at every call, and the callee is
;; optimized once more. The other arguments are not.
;; test: optimize -O3
;; run: f(1, 2) == 14
;; run: g(1, 2) == 14
;; run: g(1, 102) == 112
(module
  (func $callee (param $x i32) (param $y i32) (param $k i32) (result i32)
    (if (i32.gt_s (local.get $y) (i32.const 100))
      (then (return (call $callee (local.get $x) (i32.sub (local.get $y) (i32.const 1)) (local.get $k)))))
    (if (result i32) (i32.gt_s (local.get $k) (i32.const 9))
      (then (i32.add (i32.div_s (local.get $y) (local.get $x)) (local.get $k)))
      (else (i32.load (local.get $x)))))
  (memory 1)
  (func (export "f") (param $x i32) (param $y i32) (result i32) (local $zero i32)
    (if (local.get $zero) (then (return (call $callee (local.get $x) (local.get $y) (i32.const 3)))))
    (call $callee (local.get $x) (local.get $y) (i32.const 12)))
  (func (export "g") (param $x i32) (param $y i32) (result i32)
    (call $callee (local.get $x) (local.get $y) (i32.const 12))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32) (result i32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (export "f" (func 1))
;;   (export "g" (func 1))
;;   (func $callee (;0;) (type 0) (param i32 i32 i32) (result i32)
;;     local.get 1
;;     i32.const 100
;;     i32.gt_s
;;     if (result i32) ;; label = @1
;;       local.get 0
;;       local.get 1
;;       i32.const -1
;;       i32.add
;;       i32.const 12
;;       call $callee
;;     else
;;       local.get 1
;;       local.get 0
;;       i32.div_s
;;       i32.const 12
;;       i32.add
;;     end
;;   )
;;   (func (;1;) (type 1) (param i32 i32) (result i32)
;;     local.get 0
;;     local.get 1
;;     i32.const 12
;;     call $callee
;;   )
;; )
