;; Calls in a try_table end their blocks. Handlers see locals as they were at each call; the innermost come first; a call
;; that is an operand of another is not in its try_table.
;; test: optimize -O1
;; run: locals(1) == 105
;; run: locals(2) == 206
;; run: locals(3) == 307
;; run: locals(4) == 17
;; run: nested(1) == 1
;; run: nested(2) == 2
;; run: nested(3) == 23
;; run: operand(1) == exception
;; run: operand(7) == 9
;; run: twice(1) == 2
;; run: twice(5) == 14
;; run: merged(2) == 102
;; run: merged(9) == exception
(module
  (tag $e (param i32))
  (tag $f (param i32 i64))
  (global $g (mut i32) (i32.const 0))
  (func $may (param $x i32) (param $when i32) (result i32)
    (if (i32.eq (local.get $x) (local.get $when))
      (then (throw $e (i32.mul (local.get $x) (i32.const 100)))))
    (i32.add (local.get $x) (i32.const 1)))
  (func $other (param $x i32)
    (if (i32.eq (local.get $x) (i32.const 2)) (then (throw $f (i32.const 2) (i64.const 5)))))
  (func (export "locals") (param $n i32) (result i32) (local $at i32)
    (block $caught (result i32)
      (try_table (catch $e $caught)
        (local.set $at (i32.const 5))
        (drop (call $may (local.get $n) (i32.const 1)))
        (local.set $at (i32.const 6))
        (drop (call $may (local.get $n) (i32.const 2)))
        (local.set $at (i32.const 7))
        (drop (call $may (local.get $n) (i32.const 3))))
      (i32.const 10))
    (i32.add (local.get $at)))
  (func (export "nested") (param $n i32) (result i32)
    (block $outer (result i32)
      (block $inner (result i32 i64)
        (try_table (catch $e $outer)
          (try_table (catch $f $inner)
            (call $other (local.get $n))
            (if (i32.eq (local.get $n) (i32.const 1)) (then (throw $e (local.get $n))))))
        (return (i32.add (local.get $n) (i32.const 20))))
      (drop)))
  (func (export "operand") (param $n i32) (result i32)
    (call $may (local.get $n) (i32.const 1))
    (local.set $n)
    (block $caught (result i32)
      (try_table (result i32) (catch $e $caught)
        (call $may (local.get $n) (i32.const 1)))))
  (func (export "twice") (param $n i32) (result i32) (local $r exnref)
    (block $caught (result i32 exnref)
      (try_table (catch_ref $e $caught)
        (drop (call $may (local.get $n) (i32.const 1))))
      (return (i32.add (local.get $n) (i32.const 9))))
    (local.set $r)
    (drop)
    (block $again (result i32)
      (try_table (catch $e $again) (throw_ref (local.get $r)))
      (unreachable))
    (i32.div_u (i32.const 50)))
  (func (export "merged") (param $n i32) (result i32)
    (block $caught
      (try_table (catch_all $caught) (call $other (local.get $n)))
      (drop (call $may (local.get $n) (i32.const 9)))
      (try_table (catch_all $caught) (drop (call $may (local.get $n) (i32.const 3))))
      (return (local.get $n)))
    (i32.add (local.get $n) (i32.const 100))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32 i64)))
;;   (type (;2;) (func (param i32 i32) (result i32)))
;;   (type (;3;) (func (param i32) (result i32)))
;;   (type (;4;) (func (result i32 i64)))
;;   (type (;5;) (func (result i32 exnref)))
;;   (tag $e (;0;) (type 0) (param i32))
;;   (tag $f (;1;) (type 1) (param i32 i64))
;;   (export "locals" (func 2))
;;   (export "nested" (func 3))
;;   (export "operand" (func 4))
;;   (export "twice" (func 5))
;;   (export "merged" (func 6))
;;   (func $may (;0;) (type 2) (param i32 i32) (result i32)
;;     local.get 0
;;     local.get 1
;;     i32.eq
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 100
;;       i32.mul
;;       throw $e
;;     end
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func $other (;1;) (type 0) (param i32)
;;     local.get 0
;;     i32.const 2
;;     i32.ne
;;     br_if 0
;;     i32.const 2
;;     i64.const 5
;;     throw $f
;;   )
;;   (func (;2;) (type 3) (param i32) (result i32)
;;     (local i32)
;;     i32.const 5
;;     local.set 1
;;     block (result i32) ;; label = @1
;;       block (result i32) ;; label = @2
;;         try_table (result i32) (catch $e 0 (;@2;)) ;; label = @3
;;           local.get 0
;;           i32.const 1
;;           call $may
;;           drop
;;           i32.const 6
;;           local.set 1
;;           local.get 0
;;           i32.const 2
;;           call $may
;;           drop
;;           i32.const 7
;;           local.set 1
;;           local.get 0
;;           i32.const 3
;;           call $may
;;         end
;;         drop
;;         i32.const 10
;;         br 1 (;@1;)
;;       end
;;     end
;;     local.get 1
;;     i32.add
;;   )
;;   (func (;3;) (type 3) (param i32) (result i32)
;;     block ;; label = @1
;;       block (type 4) (result i32 i64) ;; label = @2
;;         block (result i32) ;; label = @3
;;           try_table (catch $f 1 (;@2;)) (catch $e 0 (;@3;)) ;; label = @4
;;             local.get 0
;;             call $other
;;           end
;;           local.get 0
;;           i32.const 1
;;           i32.eq
;;           br_if 2 (;@1;)
;;           local.get 0
;;           i32.const 20
;;           i32.add
;;           return
;;         end
;;         local.set 0
;;         br 1 (;@1;)
;;       end
;;       drop
;;       local.set 0
;;     end
;;     local.get 0
;;   )
;;   (func (;4;) (type 3) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     call $may
;;     local.set 0
;;     block (result i32) ;; label = @1
;;       block (result i32) ;; label = @2
;;         try_table (result i32) (catch $e 0 (;@2;)) ;; label = @3
;;           local.get 0
;;           i32.const 1
;;           call $may
;;         end
;;         br 1 (;@1;)
;;       end
;;     end
;;   )
;;   (func (;5;) (type 3) (param i32) (result i32)
;;     (local exnref)
;;     block (type 5) (result i32 exnref) ;; label = @1
;;       try_table (result i32) (catch_ref $e 0 (;@1;)) ;; label = @2
;;         local.get 0
;;         i32.const 1
;;         call $may
;;       end
;;       drop
;;       local.get 0
;;       i32.const 9
;;       i32.add
;;       return
;;     end
;;     local.set 1
;;     drop
;;     block (result i32) ;; label = @1
;;       try_table (catch $e 0 (;@1;)) ;; label = @2
;;         local.get 1
;;         throw_ref
;;       end
;;       unreachable
;;     end
;;     i32.const 50
;;     i32.div_u
;;   )
;;   (func (;6;) (type 3) (param i32) (result i32)
;;     block ;; label = @1
;;       try_table (catch_all 0 (;@1;)) ;; label = @2
;;         local.get 0
;;         call $other
;;       end
;;       local.get 0
;;       i32.const 9
;;       call $may
;;       drop
;;       try_table (result i32) (catch_all 0 (;@1;)) ;; label = @2
;;         local.get 0
;;         i32.const 3
;;         call $may
;;       end
;;       drop
;;       local.get 0
;;       return
;;     end
;;     local.get 0
;;     i32.const 100
;;     i32.add
;;   )
;; )
