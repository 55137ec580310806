;; A module with both forms of exception handlers, which some engines refuse, gets the new one where code is written.
;; test: write
;; run: old(1) == 8
;; run: old(2) == 3
;; run: new(1) == 7
(module
  (tag $e (param i32))
  (func $may (param $x i32) (result i32)
    (if (i32.eq (local.get $x) (i32.const 1)) (then (throw $e (i32.const 7))))
    (i32.add (local.get $x) (i32.const 1)))
  (func (export "old") (param $n i32) (result i32)
    try $t (result i32)
      (call $may (local.get $n))
    catch $e
      (if (i32.eqz (local.get $n)) (then (rethrow $t)))
      (i32.add (i32.const 1))
    end)
  (func (export "new") (param $n i32) (result i32)
    (block $caught (result i32)
      (try_table (result i32) (catch $e $caught) (call $may (local.get $n))))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (type (;2;) (func (result i32 exnref)))
;;   (tag $e (;0;) (type 0) (param i32))
;;   (export "old" (func 1))
;;   (export "new" (func 2))
;;   (func $may (;0;) (type 1) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.eq
;;     if ;; label = @1
;;       i32.const 7
;;       throw $e
;;     end
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     (local exnref)
;;     block (result i32) ;; label = @1
;;       block (type 2) (result i32 exnref) ;; label = @2
;;         try_table (result i32) (catch_ref $e 0 (;@2;)) ;; label = @3
;;           local.get 0
;;           call $may
;;         end
;;         br 1 (;@1;)
;;       end
;;       local.set 1
;;       local.get 0
;;       i32.eqz
;;       if ;; label = @2
;;         local.get 1
;;         throw_ref
;;       end
;;       i32.const 1
;;       i32.add
;;     end
;;   )
;;   (func (;2;) (type 1) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       block (result i32) ;; label = @2
;;         try_table (result i32) (catch $e 0 (;@2;)) ;; label = @3
;;           local.get 0
;;           call $may
;;         end
;;         local.tee 0
;;         br 1 (;@1;)
;;       end
;;     end
;;   )
;; )
