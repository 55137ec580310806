;; A loop that may never end shows the state to whoever interrupts it: a store before it is not removed because of the one
;; behind it.
;; test: optimize -O1
;; run: f(1) == 7
;; run: f(6) == 7
;; run: f(0) == interrupted
(module
  (global $stage (export "stage") (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (result i32)
    (global.set $stage (i32.const 1))
    (loop $c
      (if (i32.ne (local.get $x) (i32.const 1)) (then
        (local.set $x (select (i32.add (i32.mul (local.get $x) (i32.const 3)) (i32.const 1)) (i32.shr_u (local.get $x) (i32.const 1)) (i32.and (local.get $x) (i32.const 1))))
        (br $c))))
    (global.set $stage (i32.const 2))
    (i32.const 7)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (global $stage (;0;) (mut i32) i32.const 0)
;;   (export "stage" (global $stage))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     i32.const 1
;;     global.set $stage
;;     local.get 0
;;     i32.const 1
;;     i32.ne
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 0
;;         i32.const 3
;;         i32.mul
;;         i32.const 1
;;         i32.add
;;         local.get 0
;;         i32.const 1
;;         i32.shr_u
;;         local.get 0
;;         i32.const 1
;;         i32.and
;;         select
;;         local.tee 0
;;         i32.const 1
;;         i32.ne
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     i32.const 2
;;     global.set $stage
;;     i32.const 7
;;   )
;; )
