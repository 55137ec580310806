;; A call that nothing around is for gets a `try` that delegates. The call that computes its operand stays outside of it, as a
;; handler around is for that one.
;; test: write
;; run: f(1) == 1100
;; run: f(2) == 200
;; run: f(3) == 33
;; run: f(5) == 35
(module
  (tag $e (param i32))
  (global $g (export "g") (mut i32) (i32.const 0))
  (func $first (param $x i32) (result i32)
    (if (i32.eq (local.get $x) (i32.const 1)) (then (throw $e (i32.const 100))))
    (i32.add (local.get $x) (i32.const 10)))
  (func $second (param $x i32) (result i32)
    (if (i32.eq (local.get $x) (i32.const 12)) (then (throw $e (i32.const 200))))
    (i32.add (local.get $x) (i32.const 10)))
  (func $inner (param $n i32) (result i32)
    try $t (result i32)
      (call $first (local.get $n))
      try (param i32) (result i32)
        call $second
      delegate 1
      call $first
    catch_all
      (global.set $g (i32.add (global.get $g) (i32.const 1)))
      (rethrow $t)
    end)
  ;; What it gives or was thrown, and how often the handler was executed.
  (func (export "f") (param $n i32) (result i32) (local $x i32)
    (global.set $g (i32.const 0))
    try (result i32)
      (call $inner (local.get $n))
    catch $e
    end
    (i32.add (i32.mul (global.get $g) (i32.const 1000))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (tag $e (;0;) (type 0) (param i32))
;;   (global $g (;0;) (mut i32) i32.const 0)
;;   (export "g" (global $g))
;;   (export "f" (func 3))
;;   (func $first (;0;) (type 1) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.eq
;;     if ;; label = @1
;;       i32.const 100
;;       throw $e
;;     end
;;     local.get 0
;;     i32.const 10
;;     i32.add
;;   )
;;   (func $second (;1;) (type 1) (param i32) (result i32)
;;     local.get 0
;;     i32.const 12
;;     i32.eq
;;     if ;; label = @1
;;       i32.const 200
;;       throw $e
;;     end
;;     local.get 0
;;     i32.const 10
;;     i32.add
;;   )
;;   (func $inner (;2;) (type 1) (param i32) (result i32)
;;     (local i32)
;;     try (result i32) ;; label = @1
;;       local.get 0
;;       call $first
;;       local.set 1
;;       try (result i32) ;; label = @2
;;         local.get 1
;;         call $second
;;       delegate 1
;;       local.tee 0
;;       call $first
;;     catch_all
;;       global.get $g
;;       i32.const 1
;;       i32.add
;;       global.set $g
;;       rethrow 0 (;@1;)
;;     end
;;   )
;;   (func (;3;) (type 1) (param i32) (result i32)
;;     i32.const 0
;;     global.set $g
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $inner
;;       catch $e
;;         br 1 (;@1;)
;;       end
;;     end
;;     global.get $g
;;     i32.const 1000
;;     i32.mul
;;     i32.add
;;   )
;; )
