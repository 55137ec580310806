;; A loop is rotated whatever effects its test has: the same operators are executed.
;; test: optimize -O2
(module
  (import "env" "more" (func $more (result i32)))
  (global $n (mut i32) (i32.const 0))
  (func (export "f") (result i32)
    (loop $l
      (if (call $more) (then (global.set $n (i32.add (global.get $n) (i32.const 1))) (br $l))))
    (global.get $n)))

;; expect:
;; (module
;;   (type (;0;) (func (result i32)))
;;   (import "env" "more" (func $more (;0;) (type 0) (result i32)))
;;   (global $n (;0;) (mut i32) i32.const 0)
;;   (export "f" (func 1))
;;   (func (;1;) (type 0) (result i32)
;;     call $more
;;     if ;; label = @1
;;       loop ;; label = @2
;;         global.get $n
;;         i32.const 1
;;         i32.add
;;         global.set $n
;;         call $more
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     global.get $n
;;   )
;; )
