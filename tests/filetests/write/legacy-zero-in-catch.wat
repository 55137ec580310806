;; What a call of a legacy `try` finds assigned is not zero in its `catch`, where locals are set to zero.
;; test: optimize -O1
;; run: f(5, 3) == -5
;; run: f(5, 2) == -5
;; run: f(7, 1) == -7
;; run: f(7, 9) == 18499
(module
  (tag $e)
  (global $n (mut i32) (i32.const 0))
  (func $may (export "may") (param $x i32) (param $when i32) (result i32)
    (global.set $n (i32.add (global.get $n) (i32.const 1)))
    (if (i32.eq (global.get $n) (local.get $when)) (then (throw $e)))
    (i32.add (i32.mul (local.get $x) (i32.const 7)) (global.get $n)))
  (func (export "f") (param $x i32) (param $when i32) (result i32) (local $a i32) (local $b i32)
    (global.set $n (i32.const 0))
    try
      (local.set $a (call $may (local.get $x) (local.get $when)))
      (local.set $b (call $may (local.get $a) (local.get $when)))
      (drop (call $may (local.get $b) (local.get $when)))
    catch_all
      (local.set $a (i32.const 0))
      (local.set $b (i32.const 0))
    end
    (i32.sub (i32.mul (local.get $a) (local.get $b)) (i32.add (local.get $x) (i32.mul (i32.const 3) (i32.sub (local.get $a) (local.get $b)))))))

;; expect:
;; (module
;;   (type (;0;) (func))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (tag $e (;0;) (type 0))
;;   (global $n (;0;) (mut i32) i32.const 0)
;;   (export "may" (func $may))
;;   (export "f" (func 1))
;;   (func $may (;0;) (type 1) (param i32 i32) (result i32)
;;     (local i32)
;;     global.get $n
;;     i32.const 1
;;     i32.add
;;     local.tee 2
;;     global.set $n
;;     local.get 2
;;     local.get 1
;;     i32.eq
;;     if ;; label = @1
;;       throw $e
;;     end
;;     local.get 0
;;     i32.const 7
;;     i32.mul
;;     local.get 2
;;     i32.add
;;   )
;;   (func (;1;) (type 1) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     i32.const 0
;;     global.set $n
;;     block ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         local.get 1
;;         call $may
;;         local.tee 2
;;         local.get 1
;;         call $may
;;         local.tee 3
;;         local.get 1
;;         call $may
;;       catch_all
;;         i32.const 0
;;         i32.const 0
;;         local.set 3
;;         local.set 2
;;         br 1 (;@1;)
;;       end
;;       drop
;;     end
;;     local.get 2
;;     local.get 3
;;     i32.mul
;;     local.get 0
;;     local.get 2
;;     local.get 3
;;     i32.sub
;;     i32.const 3
;;     i32.mul
;;     i32.add
;;     i32.sub
;;   )
;; )
