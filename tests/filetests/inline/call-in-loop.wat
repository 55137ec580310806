;; A call in a loop: the body becomes part of the loop, and a larger body is worth inlining there.
;; test: optimize -O3
;; run: f(3) == 6
;; run: f(10) == 95
(module
  (func $step (export "step") (param i32 i32) (result i32)
    (if (result i32) (i32.and (local.get 0) (i32.const 1))
      (then (i32.add (local.get 1) (local.get 0)))
      (else (i32.xor (local.get 1) (i32.mul (local.get 0) (i32.const 3))))))
  (func (export "f") (param $n i32) (result i32) (local $sum i32)
    (loop $again
      (local.set $sum (call $step (local.get $n) (local.get $sum)))
      (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $sum)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (export "step" (func $step))
;;   (export "f" (func 1))
;;   (func $step (;0;) (type 0) (param i32 i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.and
;;     if (result i32) ;; label = @1
;;       local.get 1
;;       local.get 0
;;       i32.add
;;     else
;;       local.get 1
;;       local.get 0
;;       i32.const 3
;;       i32.mul
;;       i32.xor
;;     end
;;   )
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     (local i32)
;;     loop ;; label = @1
;;       local.get 0
;;       i32.const 1
;;       i32.and
;;       if ;; label = @2
;;         local.get 1
;;         local.get 0
;;         i32.add
;;         local.set 1
;;       else
;;         local.get 1
;;         local.get 0
;;         i32.const 3
;;         i32.mul
;;         i32.xor
;;         local.set 1
;;       end
;;       local.get 0
;;       i32.const -1
;;       i32.add
;;       local.tee 0
;;       br_if 0 (;@1;)
;;     end
;;     local.get 1
;;   )
;; )
