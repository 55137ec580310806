;; A handler passes the exception of a handler around, not its own, to code that throws it again, which other calls reach with
;; their own.
;; test: optimize -Os
;; run: f(1) == 2
;; run: f(2) == 1
;; run: f(31) == 50131
;; run: f(32) == 1
;; run: f(41) == 55404
;; run: f(42) == 1
;; run: f(51) == 2
(module
  (tag $e (param i32))
  (global $g (export "g") (mut i32) (i32.const 0))
  (func $may (param $x i32) (param $when i32)
    (if (i32.eq (i32.rem_u (local.get $x) (i32.const 10)) (local.get $when))
      (then (throw $e (i32.add (local.get $x) (i32.mul (local.get $when) (i32.const 100))))))
    (global.set $g (i32.add (global.get $g) (i32.const 1))))
  (func $inner (export "inner") (param $n i32)
    try $outer
      (call $may (local.get $n) (i32.const 1))
    catch_all
      try
        (call $may (i32.div_u (local.get $n) (i32.const 10)) (i32.const 3))
      catch_all
        (global.set $g (i32.add (i32.mul (global.get $g) (i32.const 5)) (i32.const 50)))
        (rethrow $outer)
      end
      try $own
        (call $may (i32.div_u (local.get $n) (i32.const 10)) (i32.const 4))
      catch_all
        (global.set $g (i32.add (i32.mul (global.get $g) (i32.const 5)) (i32.const 50)))
        (rethrow $own)
      end
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
;;   (export "inner" (func $inner))
;;   (export "f" (func 2))
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
;;   (func $inner (;1;) (type 0) (param i32)
;;     block ;; label = @1
;;       try ;; label = @2
;;         local.get 0
;;         i32.const 1
;;         call $may
;;       catch_all
;;         try ;; label = @3
;;           local.get 0
;;           i32.const 10
;;           i32.div_u
;;           local.tee 0
;;           i32.const 3
;;           call $may
;;         catch_all
;;           global.get $g
;;           i32.const 5
;;           i32.mul
;;           i32.const 50
;;           i32.add
;;           global.set $g
;;           rethrow 1 (;@2;)
;;         end
;;         try ;; label = @3
;;           local.get 0
;;           i32.const 4
;;           call $may
;;         catch_all
;;           global.get $g
;;           i32.const 5
;;           i32.mul
;;           i32.const 50
;;           i32.add
;;           global.set $g
;;           rethrow 0 (;@3;)
;;         end
;;         br 1 (;@1;)
;;       end
;;     end
;;   )
;;   (func (;2;) (type 2) (param i32) (result i32)
;;     i32.const 0
;;     global.set $g
;;     try ;; label = @1
;;       local.get 0
;;       call $inner
;;     catch $e
;;       global.get $g
;;       i32.const 1000
;;       i32.mul
;;       i32.add
;;       return
;;     end
;;     global.get $g
;;   )
;; )
