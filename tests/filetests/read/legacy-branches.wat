;; Branches out of the body and the handlers of a legacy try, also in loops, and unreachable parts.
;; test: optimize -O1
;; run: retry(4) == 3
;; run: retry(0) == 0
;; run: out(1) == 100
;; run: out(2) == 20
;; run: out(4) == 30
;; run: never(5) == 6
;; run: only(5) == 8
;; run: next(3) == 302
(module
  (tag $e (param i32))
  (tag $g)
  (func $may (param $x i32) (result i32)
    (if (i32.eq (local.get $x) (i32.const 1)) (then (throw $e (i32.const 100))))
    (if (i32.eq (local.get $x) (i32.const 2)) (then (throw $g)))
    (i32.add (local.get $x) (i32.const 1)))
  ;; The handler goes on with the loop.
  (func (export "retry") (param $n i32) (result i32) (local $count i32)
    (loop $again
      (if (i32.eqz (local.get $n)) (then (return (local.get $count))))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      try
        (drop (call $may (local.get $n))) (local.set $count (i32.add (local.get $count) (i32.const 1)))
      catch $g
        (local.set $count (i32.add (local.get $count) (i32.const 1))) (br $again)
      catch_all
        (br $again)
      end
      (br $again))
    (unreachable))
  (func (export "out") (param $n i32) (result i32)
    (block $a (result i32)
      try
        (drop (call $may (local.get $n)))
        (br $a (i32.const 30))
      catch $e
        (br $a)
      catch_all
      end
      (i32.const 20)))
  ;; Nothing in the body throws.
  (func (export "never") (param $n i32) (result i32)
    try $t (result i32)
      (i32.add (local.get $n) (i32.const 1))
    catch $e
      (drop) (rethrow $t)
    catch_all
      (unreachable)
    end)
  ;; The body never ends.
  (func (export "only") (param $n i32) (result i32)
    try (result i32)
      (throw $e (local.get $n)) try
    catch_all
      (rethrow 0)
    end
  catch $e
    (i32.add (i32.const 3))
  end)
;; In a loop, a handler leaves it with what it caught.
(func (export "next") (param $n i32) (result i32) (local $sum i32)
  try (result i32)
    (loop $l
      try $t
        (drop (call $may (local.get $n)))
      catch_all
        (local.set $sum (i32.add (local.get $sum) (local.get $n)))
        (if (i32.eq (local.get $n) (i32.const 1)) (then (rethrow $t)))
      end
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $l))
    (unreachable)
  catch $e
    (i32.add (local.get $sum)) (i32.add (i32.const 199))
  end))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (tag $e (;0;) (type 0) (param i32))
;;   (tag $g (;1;) (type 1))
;;   (export "retry" (func 1))
;;   (export "out" (func 2))
;;   (export "never" (func 3))
;;   (export "only" (func 4))
;;   (export "next" (func 5))
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
;;       throw $g
;;     end
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func (;1;) (type 2) (param i32) (result i32)
;;     (local i32)
;;     loop ;; label = @1
;;       local.get 0
;;       if ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.set 0
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         block ;; label = @3
;;           try (result i32) ;; label = @4
;;             local.get 0
;;             call $may
;;           catch $g
;;             br 1 (;@3;)
;;           catch_all
;;             br 3 (;@1;)
;;           end
;;           drop
;;         end
;;         local.set 1
;;         br 1 (;@1;)
;;       end
;;     end
;;     local.get 1
;;   )
;;   (func (;2;) (type 2) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch $e
;;         br 1 (;@1;)
;;       catch_all
;;         i32.const 20
;;         br 1 (;@1;)
;;       end
;;       drop
;;       i32.const 30
;;     end
;;   )
;;   (func (;3;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func (;4;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     i32.const 3
;;     i32.add
;;   )
;;   (func (;5;) (type 2) (param i32) (result i32)
;;     (local i32)
;;     loop (result i32) ;; label = @1
;;       block ;; label = @2
;;         try (result i32) ;; label = @3
;;           local.get 0
;;           call $may
;;         catch_all
;;           local.get 1
;;           local.get 0
;;           i32.add
;;           local.set 1
;;           local.get 0
;;           i32.const 1
;;           i32.eq
;;           if ;; label = @4
;;             try ;; label = @5
;;               rethrow 2 (;@3;)
;;             catch $e
;;               local.get 1
;;               i32.add
;;               i32.const 199
;;               i32.add
;;               return
;;             end
;;             unreachable
;;           end
;;           br 1 (;@2;)
;;         end
;;         drop
;;       end
;;       local.get 0
;;       i32.const -1
;;       i32.add
;;       local.set 0
;;       br 0 (;@1;)
;;     end
;;   )
;; )
