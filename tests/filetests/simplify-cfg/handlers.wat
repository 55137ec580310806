;; Handlers that are never reached, that only throw on, and that are known.
;; test: optimize -O2
;; run: never(4) == 20
;; run: cleanup(1) == exception
;; run: cleanup(2) == 3
;; run: known(0) == 5
;; run: known(3) == 45
;; run: other(3) == exception
;; run: shadowed(1) == 7
;; run: shadowed(2) == exception
;; run: kept(1) == exception
;; run: kept(2) == 3
(module
  (tag $e (param i32))
  (tag $f)
  (global $g (export "g") (mut i32) (i32.const 0))
  ;; It traps, which is no exception.
  (func $quiet (param i32) (result i32)
    (loop $l
      (global.set $g (i32.div_u (global.get $g) (local.get 0)))
      (br_if $l (global.get $g)))
    (i32.mul (local.get 0) (i32.const 5)))
  (func $loud (param i32) (result i32)
    (loop $l
      (global.set $g (i32.shr_u (global.get $g) (i32.const 1)))
      (br_if $l (global.get $g)))
    (if (i32.eq (local.get 0) (i32.const 1)) (then (throw $e (i32.const 6))))
    (if (i32.eq (local.get 0) (i32.const 5)) (then (throw $f)))
    (i32.add (local.get 0) (i32.const 1)))
  ;; The callee does not throw.
  (func (export "never") (param i32) (result i32)
    (block $caught
      (try_table (catch_all $caught) (return (call $quiet (local.get 0)))))
    (i32.const -1))
  ;; What is caught is thrown on.
  (func (export "cleanup") (param i32) (result i32)
    (block $caught (result exnref)
      (try_table (catch_all_ref $caught) (return (call $loud (local.get 0))))
      (unreachable))
    (throw_ref))
  ;; A jump.
  (func (export "known") (param i32) (result i32)
    (block $none
      (block $caught (result i32)
        (try_table (catch $f $none) (catch $e $caught)
          (if (local.get 0) (then (throw $e (i32.mul (local.get 0) (i32.const 15))))))
        (i32.const 5))
      (return))
    (i32.const 8))
  ;; No handler is for this tag.
  (func (export "other") (param i32) (result i32)
    (block $caught
      (try_table (catch $f $caught) (throw $e (local.get 0))))
    (i32.const 5))
  ;; The first one keeps the exception from the second.
  (func (export "shadowed") (param i32) (result i32)
    (block $all
      (block $caught (result i32 exnref)
        (try_table (catch_ref $e $caught) (catch_all $all)
          (if (i32.eq (local.get 0) (i32.const 2)) (then (throw $e (i32.const 1))))
          (throw $f))
        (unreachable))
      (throw_ref))
    (i32.const 7))
  (func (export "kept") (param i32) (result i32)
    (block $all
      (block $caught (result i32 exnref)
        (try_table (catch_ref $e $caught) (catch_all $all) (return (call $loud (local.get 0))))
        (unreachable))
      (throw_ref))
    (i32.const 9)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (type (;3;) (func (result i32 exnref)))
;;   (tag $e (;0;) (type 0) (param i32))
;;   (tag $f (;1;) (type 1))
;;   (global $g (;0;) (mut i32) i32.const 0)
;;   (export "g" (global $g))
;;   (export "never" (func 0))
;;   (export "cleanup" (func 1))
;;   (export "known" (func 2))
;;   (export "other" (func 3))
;;   (export "shadowed" (func 4))
;;   (export "kept" (func 5))
;;   (func (;0;) (type 2) (param i32) (result i32)
;;     (local i32)
;;     loop ;; label = @1
;;       global.get $g
;;       local.get 0
;;       i32.div_u
;;       local.tee 1
;;       global.set $g
;;       local.get 1
;;       br_if 0 (;@1;)
;;     end
;;     local.get 0
;;     i32.const 5
;;     i32.mul
;;   )
;;   (func (;1;) (type 2) (param i32) (result i32)
;;     i32.const 0
;;     global.set $g
;;     local.get 0
;;     i32.const 1
;;     i32.eq
;;     if ;; label = @1
;;       i32.const 6
;;       throw $e
;;     end
;;     local.get 0
;;     i32.const 5
;;     i32.eq
;;     if ;; label = @1
;;       throw $f
;;     end
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func (;2;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     if (result i32) ;; label = @1
;;       local.get 0
;;       i32.const 15
;;       i32.mul
;;     else
;;       i32.const 5
;;     end
;;   )
;;   (func (;3;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     throw $e
;;   )
;;   (func (;4;) (type 2) (param i32) (result i32)
;;     (local exnref)
;;     block ;; label = @1
;;       local.get 0
;;       i32.const 2
;;       i32.eq
;;       if ;; label = @2
;;         block (type 3) (result i32 exnref) ;; label = @3
;;           try_table (catch_ref $e 0 (;@3;)) (catch_all 2 (;@1;)) ;; label = @4
;;             i32.const 1
;;             throw $e
;;           end
;;           unreachable
;;         end
;;         local.set 1
;;         drop
;;         local.get 1
;;         throw_ref
;;       end
;;     end
;;     i32.const 7
;;   )
;;   (func (;5;) (type 2) (param i32) (result i32)
;;     (local exnref)
;;     i32.const 0
;;     global.set $g
;;     block ;; label = @1
;;       local.get 0
;;       i32.const 1
;;       i32.eq
;;       if ;; label = @2
;;         block (type 3) (result i32 exnref) ;; label = @3
;;           try_table (catch_ref $e 0 (;@3;)) (catch_all 2 (;@1;)) ;; label = @4
;;             i32.const 6
;;             throw $e
;;           end
;;           unreachable
;;         end
;;         local.set 1
;;         drop
;;         local.get 1
;;         throw_ref
;;       end
;;       local.get 0
;;       i32.const 5
;;       i32.ne
;;       if ;; label = @2
;;         local.get 0
;;         i32.const 1
;;         i32.add
;;         return
;;       end
;;     end
;;     i32.const 9
;;   )
;; )
