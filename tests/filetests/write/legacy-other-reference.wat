;; A handler passes the exception of a handler around, not its own, to code that throws it again, which other calls reach with
;; their own.
;; test: optimize -O1
;; run: f(1) == 50101
;; run: f(2) == 2
;; run: f(3) == 2
;; run: f(12) == 50101
;; run: f(31) == 50131
;; run: f(39) == 2
;; run: f(9) == 2
(module
  (tag $e (param i32))
  (global $g (export "g") (mut i32) (i32.const 0))
  (func $may (param $x i32) (param $when i32)
    (if (i32.eq (i32.rem_u (local.get $x) (i32.const 10)) (local.get $when))
      (then (throw $e (i32.add (local.get $x) (i32.mul (local.get $when) (i32.const 100))))))
    (global.set $g (i32.add (global.get $g) (i32.const 1))))
  (func $inner (param $n i32)
    try $outer
      (call $may (local.get $n) (i32.const 1))
      (call $may (i32.div_u (local.get $n) (i32.const 10)) (i32.const 1))
    catch_all
      try
        (call $may (i32.div_u (local.get $n) (i32.const 10)) (i32.const 3))
      catch_all
        (global.set $g (i32.const 50))
        (rethrow $outer)
      end
      (global.set $g (i32.const 50))
      (rethrow $outer)
    end)
  (func (export "f") (param $n i32) (result i32)
    (global.set $g (i32.const 0))
    try
      (call $inner (local.get $n))
    catch $e
      (return (i32.add (i32.mul (global.get $g) (i32.const 1000))))
    end
    (global.get $g))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32 i32)))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (tag $e (;0;) (type 0) (param i32))
;;   (global $g (;0;) (mut i32) i32.const 0)
;;   (export "g" (global $g))
;;   (export "f" (func 1))
;;   (func $may (;0;) (type 1) (param i32 i32)
;;     local.get 0
;;     i32.const 10
;;     i32.rem_u
;;     local.get 1
;;     i32.eq
;;     if ;; label = @1
;;       local.get 0
;;       local.get 1
;;       i32.const 100
;;       i32.mul
;;       i32.add
;;       throw $e
;;     end
;;     global.get $g
;;     i32.const 1
;;     i32.add
;;     global.set $g
;;   )
;;   (func (;1;) (type 2) (param i32) (result i32)
;;     (local i32)
;;     i32.const 0
;;     global.set $g
;;     local.get 0
;;     i32.const 10
;;     i32.div_u
;;     local.set 1
;;     try ;; label = @1
;;       local.get 0
;;       i32.const 1
;;       call $may
;;       local.get 1
;;       i32.const 1
;;       call $may
;;     catch_all
;;       try ;; label = @2
;;         local.get 1
;;         i32.const 3
;;         call $may
;;       catch_all
;;       end
;;       i32.const 50
;;       global.set $g
;;       try ;; label = @2
;;         rethrow 1 (;@1;)
;;       catch $e
;;         global.get $g
;;         i32.const 1000
;;         i32.mul
;;         i32.add
;;         return
;;       end
;;       unreachable
;;     end
;;     global.get $g
;;   )
;; )
