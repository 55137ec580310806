;; A rethrow throws what the handler of its label caught, of nested handlers any: to the tries around.
;; test: optimize -O1
;; run: both(1, 0) == exception
;; run: both(0, 1) == 201
;; run: both(0, 0) == 301
;; run: payload(1) == 101
;; run: payload(2) == exception
;; run: twice(1) == 1001
;; run: twice(2) == 1000
;; run: twice(4) == 5
;; run: other(1) == 7
(module
  (tag $e (param i32))
  (tag $g)
  (tag $h (param i32))
  (func $may (param $x i32) (result i32)
    (if (i32.eq (local.get $x) (i32.const 1)) (then (throw $e (i32.const 100))))
    (if (i32.eq (local.get $x) (i32.const 2)) (then (throw $g)))
    (if (i32.eq (local.get $x) (i32.const 3)) (then (throw $h (i32.const 200))))
    (i32.add (local.get $x) (i32.const 1)))
  (func (export "both") (param $first i32) (param $second i32) (result i32)
    try $outer (result i32)
      try $a (result i32)
        (call $may (i32.const 2))
      catch $g
        try $b (result i32)
          (call $may (i32.const 3))
        catch $h
          (drop)
          (if (local.get $first) (then (rethrow $a)))
          (if (local.get $second) (then (rethrow $b)))
          (i32.const 301)
        end
      end
    catch $h
      (i32.add (i32.const 1))
    end)
  (func (export "payload") (param $n i32) (result i32)
    try (result i32)
      try $t (result i32)
        (call $may (local.get $n))
      catch_all
        (rethrow $t)
      end
    catch $e
      (i32.add (i32.const 1))
    end)
  (func (export "twice") (param $n i32) (result i32) (local $x i32)
    try $out (result i32)
      try $t (result i32)
        (call $may (local.get $n))
      catch_all
        (local.set $x (i32.const 500))
        try $u
          (rethrow $t)
        catch_all
          (local.set $x (i32.mul (local.get $x) (i32.const 2))) (rethrow $t)
        end
        (i32.const 3)
      end
    catch $e
      (drop) (i32.add (local.get $x) (i32.const 1))
    catch $g
      (local.get $x)
    end)
  ;; The inner handler throws the exception of the outer one, which no other catches.
  (func (export "other") (param $n i32) (result i32)
    try (result i32)
      try $t (result i32)
        (call $may (local.get $n))
      catch $e
        (drop)
        try (result i32)
          (call $may (i32.const 2))
        catch $e
        catch $g
          (rethrow $t)
        end
      end
    catch $g
      (i32.const 6)
    catch $e
      (drop) (i32.const 7)
    end))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (type (;3;) (func (param i32 i32) (result i32)))
;;   (tag $e (;0;) (type 0) (param i32))
;;   (tag $g (;1;) (type 1))
;;   (tag $h (;2;) (type 0) (param i32))
;;   (export "both" (func 1))
;;   (export "payload" (func 2))
;;   (export "twice" (func 3))
;;   (export "other" (func 4))
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
;;     i32.const 3
;;     i32.eq
;;     if ;; label = @1
;;       i32.const 200
;;       throw $h
;;     end
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func (;1;) (type 3) (param i32 i32) (result i32)
;;     block (result i32) ;; label = @1
;;       block (result i32) ;; label = @2
;;         try (result i32) ;; label = @3
;;           i32.const 2
;;           call $may
;;         catch $g
;;           try (result i32) ;; label = @4
;;             i32.const 3
;;             call $may
;;           catch $h
;;             drop
;;             local.get 0
;;             if ;; label = @5
;;               try ;; label = @6
;;                 rethrow 3 (;@3;)
;;               catch $h
;;                 br 4 (;@2;)
;;               end
;;               unreachable
;;             end
;;             local.get 1
;;             if ;; label = @5
;;               try ;; label = @6
;;                 rethrow 2 (;@4;)
;;               catch $h
;;                 br 4 (;@2;)
;;               end
;;               unreachable
;;             end
;;             i32.const 301
;;             br 3 (;@1;)
;;           end
;;           br 2 (;@1;)
;;         catch $h
;;           br 1 (;@2;)
;;         end
;;         br 1 (;@1;)
;;       end
;;       i32.const 1
;;       i32.add
;;       return
;;     end
;;   )
;;   (func (;2;) (type 2) (param i32) (result i32)
;;     try (result i32) ;; label = @1
;;       local.get 0
;;       call $may
;;     catch_all
;;       try ;; label = @2
;;         rethrow 1 (;@1;)
;;       catch $e
;;         i32.const 1
;;         i32.add
;;         return
;;       end
;;       unreachable
;;     end
;;   )
;;   (func (;3;) (type 2) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch_all
;;         try ;; label = @3
;;           rethrow 1 (;@2;)
;;         catch $e
;;           drop
;;           i32.const 1001
;;           br 2 (;@1;)
;;         catch $g
;;           i32.const 1000
;;           br 2 (;@1;)
;;         end
;;         unreachable
;;       end
;;     end
;;   )
;;   (func (;4;) (type 2) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       block ;; label = @2
;;         try (result i32) ;; label = @3
;;           local.get 0
;;           call $may
;;         catch $e
;;           drop
;;           try (result i32) ;; label = @4
;;             i32.const 2
;;             call $may
;;           catch $e
;;             br 3 (;@1;)
;;           catch $g
;;             try ;; label = @5
;;               rethrow 2 (;@3;)
;;             catch $g
;;               br 3 (;@2;)
;;             catch $e
;;               drop
;;               i32.const 7
;;               br 4 (;@1;)
;;             end
;;             unreachable
;;           end
;;           br 2 (;@1;)
;;         catch $g
;;           br 1 (;@2;)
;;         end
;;         br 1 (;@1;)
;;       end
;;       i32.const 6
;;       return
;;     end
;;   )
;; )
