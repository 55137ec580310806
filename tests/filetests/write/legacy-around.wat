;; Several calls lead to code that throws what they threw again: a try around all of them has it in its catch. What others
;; in there throw is delegated: to the caller, or past a try in between.
;; test: write
;; run: cleanup(1) == exception
;; run: cleanup(11) == exception
;; run: cleanup(21) == 77
;; run: nested(1) == 100
;; run: nested(11) == 110
;; run: nested(21) == 31
;; run: uncaught(1) == 3
;; run: uncaught(11) == exception
;; run: uncaught(21) == 4
;; run: uncaught(31) == 34
;; run: payload(1) == 103
;; run: payload(31) == exception
;; run: payload(32) == exception
;; run: payload(2) == exception
;; run: payload(11) == 103
;; run: payload(41) == 145
;; run: others(1) == 1
;; run: others(2) == 22
;; run: others(11) == 1
;; run: others(12) == 12
;; run: others(31) == 20
(module
  (tag $e (param i32))
  (tag $f (param i32))
  (global $g (mut i32) (i32.const 0))
  (func $may (param $x i32) (param $when i32) (result i32)
    (if (i32.eq (local.get $x) (local.get $when)) (then (throw $e (i32.const 100))))
    (if (i32.eq (local.get $x) (i32.add (local.get $when) (i32.const 1)))
      (then (throw $f (i32.const 20))))
    (i32.add (local.get $x) (i32.const 1)))
  ;; The outer handler is reached from two calls, and from the inner handler.
  (func (export "cleanup") (param $n i32) (result i32) (local $x i32)
    try
      (local.set $x (call $may (local.get $n) (i32.const 1)))
      try
        (local.set $x (call $may (local.get $n) (i32.const 11)))
      catch_all
        (global.set $g (i32.add (global.get $g) (i32.const 1)))
        (rethrow 0)
      end
    catch_all
      (global.set $g (i32.add (global.get $g) (i32.const 10)))
      (rethrow 0)
    end
    (drop (call $may (local.get $n) (i32.const 31)))
    (i32.const 77))
  ;; The same with a handler around.
  (func (export "nested") (param $n i32) (result i32) (local $x i32)
    try (result i32)
      try
        (local.set $x (call $may (local.get $n) (i32.const 1)))
        (if (i32.eq (local.get $n) (i32.const 21)) (then (return (i32.const 31))))
        try
          (local.set $x (call $may (local.get $n) (i32.const 11)))
        catch_all
          (local.set $x (i32.const 10))
          (rethrow 0)
        end
      catch_all
        (global.set $g (local.get $x))
        (rethrow 0)
      end
      (i32.const 5)
    catch $e
      (i32.add (global.get $g))
    end)
  ;; A call between two is not in the try.
  (func (export "uncaught") (param $n i32) (result i32) (local $x i32)
    try $t
      (local.set $x (call $may (local.get $n) (i32.const 1)))
      try
        (local.set $x (i32.add (local.get $x) (call $may (i32.mul (local.get $n) (i32.const 1)) (i32.const 11))))
      delegate 1
      (local.set $x (call $may (local.get $n) (i32.const 21)))
    catch_all
      (if (i32.eq (local.get $n) (i32.const 1)) (then (return (i32.const 3))))
      (if (i32.eq (local.get $n) (i32.const 21)) (then (return (i32.const 4))))
      (rethrow $t)
    end
    (i32.add (local.get $x) (i32.const 2)))
  ;; The handler has a payload, and other exceptions are for none.
  (func (export "payload") (param $n i32) (result i32) (local $x i32)
    try $t
      (local.set $x (call $may (local.get $n) (i32.const 1)))
      try
        (drop (call $may (local.get $n) (i32.const 31)))
      delegate 1
      (local.set $x (call $may (local.get $n) (i32.const 11)))
    catch $e
      (if (i32.eq (local.get $n) (i32.const 77)) (then (rethrow $t)))
      (return (i32.add (i32.const 3)))
    end
    (i32.add (local.get $x) (i32.const 103)))
  ;; What is thrown again is not the last clause.
  (func (export "others") (param $n i32) (result i32) (local $x i32)
    try $t
      (local.set $x (call $may (local.get $n) (i32.const 1)))
      try
        (local.set $x (call $may (local.get $n) (i32.const 11)))
      catch $f
        (drop) (return (i32.const 12))
      end
      (local.set $x (call $may (local.get $n) (i32.const 41)))
    catch $e
      (drop)
      (if (i32.eq (local.get $n) (i32.const 77)) (then (rethrow $t)))
      (return (i32.const 1))
    catch $f
      (return (i32.add (i32.const 2)))
    catch_all
      (return (i32.const 2))
    end
    (i32.const 20)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (tag $e (;0;) (type 0) (param i32))
;;   (tag $f (;1;) (type 0) (param i32))
;;   (global $g (;0;) (mut i32) i32.const 0)
;;   (export "cleanup" (func 1))
;;   (export "nested" (func 2))
;;   (export "uncaught" (func 3))
;;   (export "payload" (func 4))
;;   (export "others" (func 5))
;;   (func $may (;0;) (type 1) (param i32 i32) (result i32)
;;     local.get 0
;;     local.get 1
;;     i32.eq
;;     if ;; label = @1
;;       i32.const 100
;;       throw $e
;;     end
;;     local.get 0
;;     local.get 1
;;     i32.const 1
;;     i32.add
;;     i32.eq
;;     if ;; label = @1
;;       i32.const 20
;;       throw $f
;;     end
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func (;1;) (type 2) (param i32) (result i32)
;;     try (result i32) ;; label = @1
;;       local.get 0
;;       i32.const 1
;;       call $may
;;       drop
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         i32.const 11
;;         call $may
;;       catch_all
;;         global.get $g
;;         i32.const 1
;;         i32.add
;;         global.set $g
;;         rethrow 0 (;@2;)
;;       end
;;     catch_all
;;       global.get $g
;;       i32.const 10
;;       i32.add
;;       global.set $g
;;       rethrow 0 (;@1;)
;;     end
;;     drop
;;     local.get 0
;;     i32.const 31
;;     call $may
;;     drop
;;     i32.const 77
;;   )
;;   (func (;2;) (type 2) (param i32) (result i32)
;;     (local i32)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         i32.const 1
;;         call $may
;;         drop
;;         local.get 0
;;         i32.const 21
;;         i32.eq
;;         if ;; label = @3
;;           i32.const 31
;;           return
;;         end
;;         try (result i32) ;; label = @3
;;           local.get 0
;;           i32.const 11
;;           call $may
;;         catch_all
;;           i32.const 10
;;           local.set 1
;;           rethrow 0 (;@3;)
;;         end
;;       catch_all
;;         local.get 1
;;         global.set $g
;;         try ;; label = @3
;;           rethrow 1 (;@2;)
;;         catch $e
;;           global.get $g
;;           i32.add
;;           br 2 (;@1;)
;;         end
;;         unreachable
;;       end
;;       drop
;;       i32.const 5
;;     end
;;   )
;;   (func (;3;) (type 2) (param i32) (result i32)
;;     try (result i32) ;; label = @1
;;       local.get 0
;;       i32.const 1
;;       call $may
;;       drop
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         i32.const 1
;;         i32.mul
;;         i32.const 11
;;         call $may
;;       delegate 1
;;       drop
;;       local.get 0
;;       i32.const 21
;;       call $may
;;     catch_all
;;       local.get 0
;;       i32.const 1
;;       i32.eq
;;       if (result i32) ;; label = @2
;;         i32.const 3
;;       else
;;         local.get 0
;;         i32.const 21
;;         i32.ne
;;         if ;; label = @3
;;           rethrow 2 (;@1;)
;;         end
;;         i32.const 4
;;       end
;;       return
;;     end
;;     local.tee 0
;;     i32.const 2
;;     i32.add
;;   )
;;   (func (;4;) (type 2) (param i32) (result i32)
;;     (local i32)
;;     try (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         try (result i32) ;; label = @3
;;           local.get 0
;;           i32.const 1
;;           call $may
;;         catch $e
;;           local.set 1
;;           try ;; label = @4
;;             rethrow 1 (;@3;)
;;           delegate 2 (;@1;)
;;           unreachable
;;         end
;;       delegate 1
;;       drop
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         i32.const 31
;;         call $may
;;       delegate 1
;;       drop
;;       try (result i32) ;; label = @2
;;         try (result i32) ;; label = @3
;;           local.get 0
;;           i32.const 11
;;           call $may
;;         catch $e
;;           local.set 1
;;           try ;; label = @4
;;             rethrow 1 (;@3;)
;;           delegate 2 (;@1;)
;;           unreachable
;;         end
;;       delegate 1
;;     catch_all
;;       local.get 1
;;       local.get 0
;;       i32.const 77
;;       i32.eq
;;       if ;; label = @2
;;         rethrow 1 (;@1;)
;;       end
;;       i32.const 3
;;       i32.add
;;       return
;;     end
;;     local.tee 0
;;     i32.const 103
;;     i32.add
;;   )
;;   (func (;5;) (type 2) (param i32) (result i32)
;;     (local i32)
;;     block (result i32) ;; label = @1
;;       block ;; label = @2
;;         try (result i32) ;; label = @3
;;           try (result i32) ;; label = @4
;;             local.get 0
;;             i32.const 1
;;             call $may
;;           catch $e
;;             local.set 1
;;             rethrow 0 (;@4;)
;;           catch $f
;;             br 3 (;@1;)
;;           catch_all
;;             br 2 (;@2;)
;;           end
;;           drop
;;           try (result i32) ;; label = @4
;;             local.get 0
;;             i32.const 11
;;             call $may
;;           catch $f
;;             drop
;;             i32.const 12
;;             return
;;           catch $e
;;             local.set 1
;;             rethrow 0 (;@4;)
;;           catch_all
;;             br 2 (;@2;)
;;           end
;;           drop
;;           try (result i32) ;; label = @4
;;             local.get 0
;;             i32.const 41
;;             call $may
;;           catch $e
;;             local.set 1
;;             rethrow 0 (;@4;)
;;           catch $f
;;             br 3 (;@1;)
;;           catch_all
;;             br 2 (;@2;)
;;           end
;;         catch_all
;;           local.get 0
;;           i32.const 77
;;           i32.eq
;;           if ;; label = @4
;;             rethrow 1 (;@3;)
;;           end
;;           i32.const 1
;;           return
;;         end
;;         drop
;;         i32.const 20
;;         return
;;       end
;;       i32.const 2
;;       return
;;     end
;;     i32.const 2
;;     i32.add
;;   )
;; )
