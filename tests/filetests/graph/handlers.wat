;; A call with exception handlers is a node of the graph with a control output: what is around it is optimized. The
;; flag that says whether something was caught is redirected: no test of it is left. What is stored before the call is
;; seen by the handler; what a handler does not get is as it was before the call.
;; test: optimize -O2
;; run: flag(0) == 10
;; run: flag(1) == 77
;; run: flag(2) == exception
;; run: seen(0) == 10
;; run: seen(1) == 5
;; run: late(0) == 11
;; run: late(1) == 3
;; run: loop(3) == 31
;; run: loop(0) == 1
(module
  (tag $e (param i32))
  (tag $f)
  (global $g (mut i32) (i32.const 0))
  (func $loud (param i32) (result i32)
    (if (i32.eq (local.get 0) (i32.const 1)) (then (throw $e (i32.const 1))))
    (if (i32.eq (local.get 0) (i32.const 2)) (then (throw $f)))
    (if (i32.gt_u (local.get 0) (i32.const 3)) (then (return (call $loud (i32.const 0)))))
    (i32.const 10))
  (func (export "flag") (param i32) (result i32)
    (local $caught i32) (local $r i32)
    (block $done
      (block $e (result i32)
        (try_table (catch $e $e)
          (local.set $r (call $loud (local.get 0))))
        (br $done))
      (drop)
      (local.set $caught (i32.const 1)))
    (if (result i32) (local.get $caught) (then (i32.const 77)) (else (local.get $r))))
  (func (export "seen") (param i32) (result i32)
    (global.set $g (i32.const 5))
    (block $e (result i32)
      (try_table (catch $e $e)
        (global.set $g (call $loud (local.get 0))))
      (i32.const 0))
    (drop)
    (global.get $g))
  (func (export "late") (param i32) (result i32)
    (local $n i32)
    (local.set $n (i32.const 3))
    (block $e (result i32)
      (try_table (catch $e $e)
        (local.set $n (i32.add (call $loud (local.get 0)) (i32.const 1))))
      (i32.const 0))
    (drop)
    (local.get $n))
  ;; Handlers in a loop: the sum of what the calls give, one for each that throws.
  (func (export "loop") (param $n i32) (result i32)
    (local $sum i32)
    (loop $again
      (block $done
        (block $e (result i32)
          (try_table (catch $e $e)
            (local.set $sum (i32.add (local.get $sum)
              (call $loud (i32.add (i32.shl (local.get $n) (i32.const 1)) (i32.const 1))))))
          (br $done))
        (local.set $sum (i32.add (local.get $sum))))
      (br_if $again (i32.gt_s (local.tee $n (i32.sub (local.get $n) (i32.const 1))) (i32.const -1))))
    (local.get $sum)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (tag $e (;0;) (type 0) (param i32))
;;   (tag $f (;1;) (type 1))
;;   (global $g (;0;) (mut i32) i32.const 0)
;;   (export "flag" (func 1))
;;   (export "seen" (func 2))
;;   (export "late" (func 3))
;;   (export "loop" (func 4))
;;   (func $loud (;0;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.eq
;;     if ;; label = @1
;;       i32.const 1
;;       throw $e
;;     end
;;     local.get 0
;;     i32.const 2
;;     i32.eq
;;     if ;; label = @1
;;       throw $f
;;     end
;;     local.get 0
;;     i32.const 3
;;     i32.gt_u
;;     if (result i32) ;; label = @1
;;       i32.const 0
;;       call $loud
;;     else
;;       i32.const 10
;;     end
;;   )
;;   (func (;1;) (type 2) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       block (result i32) ;; label = @2
;;         try_table (result i32) (catch $e 0 (;@2;)) ;; label = @3
;;           local.get 0
;;           call $loud
;;         end
;;         br 1 (;@1;)
;;       end
;;       drop
;;       i32.const 77
;;     end
;;   )
;;   (func (;2;) (type 2) (param i32) (result i32)
;;     i32.const 5
;;     global.set $g
;;     block ;; label = @1
;;       block (result i32) ;; label = @2
;;         try_table (result i32) (catch $e 0 (;@2;)) ;; label = @3
;;           local.get 0
;;           call $loud
;;         end
;;         global.set $g
;;         br 1 (;@1;)
;;       end
;;       drop
;;     end
;;     global.get $g
;;   )
;;   (func (;3;) (type 2) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       try_table (result i32) (catch $e 0 (;@1;)) ;; label = @2
;;         local.get 0
;;         call $loud
;;       end
;;       i32.const 1
;;       i32.add
;;       return
;;     end
;;     drop
;;     i32.const 3
;;   )
;;   (func (;4;) (type 2) (param i32) (result i32)
;;     (local i32 i32)
;;     loop ;; label = @1
;;       block ;; label = @2
;;         block (result i32) ;; label = @3
;;           try_table (result i32) (catch $e 0 (;@3;)) ;; label = @4
;;             local.get 0
;;             i32.const 1
;;             i32.shl
;;             i32.const 1
;;             i32.add
;;             call $loud
;;           end
;;           local.set 2
;;           local.get 1
;;           local.get 2
;;           i32.add
;;           local.set 1
;;           br 1 (;@2;)
;;         end
;;         local.get 1
;;         i32.add
;;         local.set 1
;;       end
;;       local.get 0
;;       i32.const -1
;;       i32.add
;;       local.tee 0
;;       i32.const 0
;;       i32.ge_s
;;       br_if 0 (;@1;)
;;     end
;;     local.get 1
;;   )
;; )
