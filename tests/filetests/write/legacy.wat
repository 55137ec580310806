;; The legacy form: code that throws the exception again is in the catch; other code is where that takes no branch more.
;; test: write
;; run: throws(1) == exception
;; run: throws(3) == 4
;; run: tagged(1) == 100
;; run: tagged(2) == exception
;; run: tagged(3) == 4
;; run: branches(1) == 107
;; run: branches(2) == 12
;; run: branches(3) == 4
;; run: several(1) == 1
;; run: several(2) == 47
;; run: several(4) == 6
;; run: several(0) == 1
;; run: both(1) == 100
;; run: both(2) == 0
(module
  (tag $e (param i32))
  (tag $f (param i32 i64))
  (global $g (mut i32) (i32.const 0))
  (func $may (param $x i32) (result i32)
    (if (i32.eq (local.get $x) (i32.const 1)) (then (throw $e (i32.const 100))))
    (if (i32.eq (local.get $x) (i32.const 2)) (then (throw $f (i32.const 5) (i64.const 42))))
    (i32.add (local.get $x) (i32.const 1)))
  (func (export "throws") (param $n i32) (result i32)
    try (result i32)
      (call $may (local.get $n))
    catch_all
      (global.set $g (i32.const 1)) (rethrow 0)
    end)
  (func (export "tagged") (param $n i32) (result i32)
    try $t (result i32)
      (call $may (local.get $n))
    catch $e
      (if (i32.eqz (local.get $n)) (then (rethrow $t)))
    catch_all
      (global.set $g (i32.const 2)) (rethrow $t)
    end)
  ;; Both handlers go on with the same code.
  (func (export "branches") (param $n i32) (result i32) (local $x i32)
    (block $out
      try
        (return (call $may (local.get $n)))
      catch $e
        (local.set $x) (br $out)
      catch_all
      end
      (local.set $x (i32.const 5)))
    (i32.add (local.get $x) (i32.const 7)))
  ;; Several values, to code that two calls lead to.
  (func (export "several") (param $n i32) (result i32) (local $x i32) (local $w i64)
    try
      (local.set $x (call $may (local.get $n)))
      try
        (local.set $x (call $may (local.get $x)))
      catch $e
        (drop)
      end
      (return (call $may (i32.sub (local.get $x) (i32.const 1))))
    catch $f
      (local.set $w) (local.set $x)
    catch $e
      (return (i32.const 1))
    end
    (i32.add (local.get $x) (i32.wrap_i64 (local.get $w))))
  (func (export "both") (param $n i32) (result i32)
    try (result i32)
      (call $may (local.get $n))
    catch $e
    catch $f
      (drop) (drop) (i32.const 0)
    end))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32 i64)))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (tag $e (;0;) (type 0) (param i32))
;;   (tag $f (;1;) (type 1) (param i32 i64))
;;   (global $g (;0;) (mut i32) i32.const 0)
;;   (export "throws" (func 1))
;;   (export "tagged" (func 2))
;;   (export "branches" (func 3))
;;   (export "several" (func 4))
;;   (export "both" (func 5))
;;   (func $may (;0;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.eq
;;     if ;; label = @1
;;       i32.const 100
;;       throw $e
;;     end
;;     local.get 0
;;     i32.const 2
;;     i32.eq
;;     if ;; label = @1
;;       i32.const 5
;;       i64.const 42
;;       throw $f
;;     end
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func (;1;) (type 2) (param i32) (result i32)
;;     try (result i32) ;; label = @1
;;       local.get 0
;;       call $may
;;     catch_all
;;       i32.const 1
;;       global.set $g
;;       rethrow 0 (;@1;)
;;     end
;;   )
;;   (func (;2;) (type 2) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch $e
;;         local.get 0
;;         i32.eqz
;;         if ;; label = @3
;;           rethrow 1 (;@2;)
;;         end
;;         br 1 (;@1;)
;;       catch_all
;;         i32.const 2
;;         global.set $g
;;         rethrow 0 (;@2;)
;;       end
;;     end
;;   )
;;   (func (;3;) (type 2) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch $e
;;         br 1 (;@1;)
;;       catch_all
;;         i32.const 5
;;         br 1 (;@1;)
;;       end
;;       return
;;     end
;;     i32.const 7
;;     i32.add
;;   )
;;   (func (;4;) (type 2) (param i32) (result i32)
;;     (local i64 i32 i64)
;;     block ;; label = @1
;;       block (result i32) ;; label = @2
;;         try (result i32) ;; label = @3
;;           local.get 0
;;           call $may
;;         catch $f
;;           local.set 3
;;           local.set 2
;;           br 2 (;@1;)
;;         catch $e
;;           br 1 (;@2;)
;;         end
;;         local.set 0
;;         block ;; label = @3
;;           try (result i32) ;; label = @4
;;             local.get 0
;;             call $may
;;           catch $e
;;             drop
;;             br 1 (;@3;)
;;           catch $f
;;             local.set 3
;;             local.set 2
;;             br 3 (;@1;)
;;           end
;;           local.set 0
;;         end
;;         try (result i32) ;; label = @3
;;           local.get 0
;;           i32.const 1
;;           i32.sub
;;           call $may
;;         catch $f
;;           local.set 3
;;           local.set 2
;;           br 2 (;@1;)
;;         catch $e
;;           br 1 (;@2;)
;;         end
;;         return
;;       end
;;       drop
;;       i32.const 1
;;       return
;;     end
;;     local.get 2
;;     local.get 3
;;     local.set 1
;;     local.tee 0
;;     local.get 1
;;     i32.wrap_i64
;;     i32.add
;;   )
;;   (func (;5;) (type 2) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch $e
;;         br 1 (;@1;)
;;       catch $f
;;         drop
;;         drop
;;         i32.const 0
;;         br 1 (;@1;)
;;       end
;;     end
;;   )
;; )
