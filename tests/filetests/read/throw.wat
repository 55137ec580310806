;; A function that throws and has no handlers is lifted. What it wrote before is observable.
;; test: optimize -Oz
;; run: f(3) == 4
;; run: caught(3) == 4
;; run: caught(0) == 7
;; run: again(0) == 9
(module
  (tag $error (param i32 i32))
  (global $g (mut i32) (i32.const 0))
  (func $f (export "f") (param i32) (result i32)
    (local $unused i32)
    (global.set $g (i32.add (i32.const 3) (i32.const 4)))
    (if (i32.eqz (local.get 0))
      (then
        (i32.mul (i32.const 6) (i32.const 7))
        (throw $error (i32.add (local.get 0) (i32.const 0)) (i32.const 7))
        (drop)))
    (global.set $g (i32.const 0))
    (i32.add (local.get 0) (i32.const 1)))
  (func (export "caught") (param i32) (result i32)
    (block $caught (result i32 i32)
      (try_table (catch $error $caught)
        (return (call $f (local.get 0))))
      (unreachable))
    (drop) (drop)
    (global.get $g))
  (func $again (param exnref)
    (block $none
      (br_if $none (i32.eqz (i32.eqz (i32.const 0))))
      (throw_ref (local.get 0)))
    (throw_ref (local.get 0)))
  (func (export "again") (param i32) (result i32)
    (block $last
      (try_table (catch_all $last)
        (block $caught (result exnref)
          (try_table (catch_all_ref $caught) (drop (call $f (local.get 0))))
          (return (i32.const 1)))
        (call $again)))
    (i32.const 9)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (type (;2;) (func (result i32 i32)))
;;   (tag $error (;0;) (type 0) (param i32 i32))
;;   (global $g (;0;) (mut i32) i32.const 0)
;;   (export "f" (func $f))
;;   (export "caught" (func 1))
;;   (export "again" (func 2))
;;   (func $f (;0;) (type 1) (param i32) (result i32)
;;     i32.const 7
;;     global.set $g
;;     local.get 0
;;     i32.eqz
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 7
;;       throw $error
;;     end
;;     i32.const 0
;;     global.set $g
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     block (type 2) (result i32 i32) ;; label = @1
;;       try_table (result i32) (catch $error 0 (;@1;)) ;; label = @2
;;         local.get 0
;;         call $f
;;       end
;;       return
;;     end
;;     drop
;;     drop
;;     global.get $g
;;   )
;;   (func (;2;) (type 1) (param i32) (result i32)
;;     (local exnref)
;;     block (result exnref) ;; label = @1
;;       try_table (result i32) (catch_all_ref 0 (;@1;)) ;; label = @2
;;         local.get 0
;;         call $f
;;       end
;;       drop
;;       i32.const 1
;;       return
;;     end
;;     local.set 1
;;     block ;; label = @1
;;       try_table (catch_all 0 (;@1;)) ;; label = @2
;;         local.get 1
;;         throw_ref
;;       end
;;       unreachable
;;     end
;;     i32.const 9
;;   )
;; )
