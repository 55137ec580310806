;; The legacy form of exception handlers is lifted and written again: the first clause that matches is taken, also of a
;; try around; locals are as they were at the call; a payload has several values; a body or a handler falls to the end
;; with results; a try may have no handlers. A trap is not caught. What a handler throws goes to the tries around.
;; test: optimize -O1
;; run: order(1) == 103
;; run: order(2) == 7
;; run: order(3) == 9
;; run: order(4) == 5
;; run: around(1) == 1100
;; run: around(2) == 45
;; run: around(3) == 3
;; run: around(4) == 5
;; run: locals(1) == 1001
;; run: locals(2) == 2002
;; run: locals(4) == 1003
;; run: locals(5) == 1002
;; run: locals(6) == 2003
;; run: locals(8) == 3
;; run: takes(1) == 100
;; run: takes(2) == 47
;; run: takes(4) == 10
;; run: none(1) == exception
;; run: none(4) == 5
;; run: traps(0) == trap
;; run: traps(1) == 100
;; run: traps(5) == 1
;; run: again(1) == 200
;; run: again(2) == 5
;; run: again(4) == 5
(module
  (tag $e (param i32))
  (tag $f (param i32 i64))
  (tag $g)
  (func $may (param $x i32) (result i32)
    (if (i32.eq (local.get $x) (i32.const 1)) (then (throw $e (i32.const 100))))
    (if (i32.eq (local.get $x) (i32.const 2)) (then (throw $f (i32.const 5) (i64.const 42))))
    (if (i32.eq (local.get $x) (i32.const 3)) (then (throw $g)))
    (i32.add (local.get $x) (i32.const 1)))
  (func (export "order") (param $n i32) (result i32)
    try (result i32)
      (call $may (local.get $n))
    catch $e
      (i32.add (i32.const 3))
    catch $f
      (drop) (i32.add (i32.const 2))
    catch $e
      (drop) (i32.const 77)
    catch_all
      (i32.const 9)
    end)
  (func (export "around") (param $n i32) (result i32)
    try (result i32)
      try (result i32)
        (call $may (local.get $n))
      catch $f
        (i32.wrap_i64) (i32.add (i32.const -2)) (i32.add)
      catch $g
        (i32.const 3)
      end
    catch $e
      (i32.add (i32.const 1000))
    catch $f
      (drop) (drop) (i32.const 1)
    catch_all
      (i32.const 2)
    end)
  (func (export "locals") (param $n i32) (result i32) (local $at i32)
    try
      (local.set $at (i32.const 1001))
      (drop (call $may (local.get $n)))
      (local.set $at (i32.const 1002))
      (drop (call $may (i32.sub (local.get $n) (i32.const 4))))
      (local.set $at (i32.const 1003))
      (drop (call $may (i32.sub (local.get $n) (i32.const 3))))
      (return (i32.const 3))
    catch $f
      (drop) (drop) (return (i32.add (local.get $at) (i32.const 1001)))
    catch_all
    end
    (local.get $at))
  (func (export "takes") (param $n i32) (result i32)
    (local.get $n)
    try (param i32) (result i32 i64)
      (call $may) (i64.const 5)
    catch $e
      (i64.const 0)
    catch $f
    end
    (i32.wrap_i64)
    (i32.add))
  (func (export "none") (param $n i32) (result i32)
    try (result i32)
      (call $may (local.get $n))
    end)
  (func (export "traps") (param $n i32) (result i32)
    try (result i32)
      (i32.div_u (call $may (local.get $n)) (local.get $n))
    catch $e
    catch_all
      (i32.const 7)
    end)
  (func (export "again") (param $n i32) (result i32)
    try (result i32)
      try (result i32)
        (call $may (local.get $n))
      catch $e
        (drop) (throw $e (i32.const 199))
      catch $f
        (drop) (drop) (call $may (i32.const 4))
      end
    catch $e
      (i32.add (i32.const 1))
    catch_all
      (i32.const 77)
    end))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32 i64)))
;;   (type (;2;) (func))
;;   (type (;3;) (func (param i32) (result i32)))
;;   (tag $e (;0;) (type 0) (param i32))
;;   (tag $f (;1;) (type 1) (param i32 i64))
;;   (tag $g (;2;) (type 2))
;;   (export "order" (func 1))
;;   (export "around" (func 2))
;;   (export "locals" (func 3))
;;   (export "takes" (func 4))
;;   (export "none" (func 5))
;;   (export "traps" (func 6))
;;   (export "again" (func 7))
;;   (func $may (;0;) (type 3) (param i32) (result i32)
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
;;     i32.const 3
;;     i32.eq
;;     if ;; label = @1
;;       throw $g
;;     end
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func (;1;) (type 3) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch $e
;;         i32.const 3
;;         i32.add
;;         return
;;       catch $f
;;         drop
;;         local.tee 0
;;         i32.const 2
;;         i32.add
;;         return
;;       catch_all
;;         i32.const 9
;;         br 1 (;@1;)
;;       end
;;     end
;;   )
;;   (func (;2;) (type 3) (param i32) (result i32)
;;     (local i64)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch $f
;;         local.set 1
;;         local.tee 0
;;         local.get 1
;;         i32.wrap_i64
;;         i32.const -2
;;         i32.add
;;         i32.add
;;         return
;;       catch $g
;;         i32.const 3
;;         br 1 (;@1;)
;;       catch $e
;;         i32.const 1000
;;         i32.add
;;         return
;;       catch_all
;;         i32.const 2
;;         br 1 (;@1;)
;;       end
;;     end
;;   )
;;   (func (;3;) (type 3) (param i32) (result i32)
;;     (local i32)
;;     block (result i32) ;; label = @1
;;       block (result i32) ;; label = @2
;;         try (result i32) ;; label = @3
;;           local.get 0
;;           call $may
;;         catch $f
;;           drop
;;           drop
;;           i32.const 1001
;;           br 2 (;@1;)
;;         catch_all
;;           i32.const 1001
;;           br 1 (;@2;)
;;         end
;;         drop
;;         local.get 0
;;         i32.const -4
;;         i32.add
;;         local.set 1
;;         try (result i32) ;; label = @3
;;           local.get 1
;;           call $may
;;         catch $f
;;           drop
;;           drop
;;           i32.const 1002
;;           br 2 (;@1;)
;;         catch_all
;;           i32.const 1002
;;           br 1 (;@2;)
;;         end
;;         drop
;;         local.get 0
;;         i32.const -3
;;         i32.add
;;         local.set 0
;;         try (result i32) ;; label = @3
;;           local.get 0
;;           call $may
;;         catch $f
;;           drop
;;           drop
;;           i32.const 1003
;;           br 2 (;@1;)
;;         catch_all
;;           i32.const 1003
;;           br 1 (;@2;)
;;         end
;;         drop
;;         i32.const 3
;;         return
;;       end
;;       return
;;     end
;;     i32.const 1001
;;     i32.add
;;   )
;;   (func (;4;) (type 3) (param i32) (result i32)
;;     (local i64)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch $e
;;         br 1 (;@1;)
;;       catch $f
;;         local.set 1
;;         local.tee 0
;;         br 1 (;@1;)
;;       end
;;       i64.const 5
;;       local.set 1
;;     end
;;     local.get 1
;;     i32.wrap_i64
;;     i32.add
;;   )
;;   (func (;5;) (type 3) (param i32) (result i32)
;;     local.get 0
;;     call $may
;;   )
;;   (func (;6;) (type 3) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch $e
;;         br 1 (;@1;)
;;       catch_all
;;         i32.const 7
;;         br 1 (;@1;)
;;       end
;;       local.get 0
;;       i32.div_u
;;       return
;;     end
;;   )
;;   (func (;7;) (type 3) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       block (result i32) ;; label = @2
;;         block ;; label = @3
;;           try (result i32) ;; label = @4
;;             local.get 0
;;             call $may
;;           catch $e
;;             drop
;;             i32.const 199
;;             br 2 (;@2;)
;;           catch $f
;;             drop
;;             drop
;;             try (result i32) ;; label = @5
;;               i32.const 4
;;               call $may
;;             catch $e
;;               br 3 (;@2;)
;;             catch_all
;;               br 2 (;@3;)
;;             end
;;             br 3 (;@1;)
;;           catch_all
;;             br 1 (;@3;)
;;           end
;;           br 2 (;@1;)
;;         end
;;         i32.const 77
;;         return
;;       end
;;       i32.const 1
;;       i32.add
;;       return
;;     end
;;   )
;; )
