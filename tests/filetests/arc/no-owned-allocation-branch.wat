;; No owned allocation: the first retain is behind a branch, in each of its arms.
;; test: pass arc
;; deinits: silent
;; run: t(0) == 2
;; run: t(1) == 2
(module
  (import "env" "log" (func $log (param i32)))
  (memory (export "m") 1)
  (global $"~lib/memory/__heap_base" i32 (i32.const 32))
  (global $top (mut i32) (i32.const 48))
  (global $last (mut i32) (i32.const 0))
  (func $"~lib/rt/pure/__new" (result i32) (local $p i32) (local $q i32)
    (local.set $p (global.get $top))
    (local.set $q (global.get $last))
    (global.set $top (i32.add (local.get $p) (i32.const 16)))
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=8 (local.get $p) (local.get $p))
    (local.get $p))
  (func $"~lib/rt/pure/__retain" (param $p i32) (result i32)
    (if (i32.gt_u (local.get $p) (global.get $"~lib/memory/__heap_base")) (then
      (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))))
    (local.get $p))
  (func $"~lib/rt/pure/__release" (param $p i32)
    (if (i32.gt_u (local.get $p) (global.get $"~lib/memory/__heap_base")) (then
      (i32.store (local.get $p) (i32.sub (i32.load (local.get $p)) (i32.const 1)))
      (if (i32.eqz (i32.load (local.get $p))) (then
        (call $log (local.get $p))
        (call $"~lib/rt/pure/__release" (i32.load offset=4 (local.get $p))))))))
  (func $"~lib/helper" (param $p i32)
    (i32.store offset=12 (local.get $p) (i32.const 3)))
  (func $"~lib/drops" (param $p i32) (param $old i32)
    (call $"~lib/rt/pure/__release" (local.get $old))
    (i32.store offset=12 (local.get $p) (i32.const 3)))
  (func (export "t") (param $n i32) (result i32) (local $a i32) (local $b i32)
    (local.set $b (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new")))
    (local.set $a (call $"~lib/rt/pure/__new"))
    (if (local.get $n) (then
    (drop (call $"~lib/rt/pure/__retain" (local.get $a)))
    (drop (call $"~lib/rt/pure/__retain" (local.get $b)))
    (call $"~lib/rt/pure/__release" (local.get $b)))
    (else (drop (call $"~lib/rt/pure/__retain" (local.get $a)))))
    (i32.store offset=4 (local.get $a) (local.get $b))
    (local.set $n (i32.add (i32.load (local.get $a)) (i32.load (local.get $b))))
    (call $"~lib/rt/pure/__release" (local.get $a))
    (local.get $n))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (result i32)))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (type (;3;) (func (param i32 i32)))
;;   (import "env" "log" (func $log (;0;) (type 0) (param i32)))
;;   (memory (;0;) 1)
;;   (global $~lib/memory/__heap_base (;0;) i32 i32.const 32)
;;   (global $top (;1;) (mut i32) i32.const 48)
;;   (global $last (;2;) (mut i32) i32.const 0)
;;   (export "m" (memory 0))
;;   (export "t" (func 6))
;;   (func $~lib/rt/pure/__new (;1;) (type 1) (result i32)
;;     (local i32)
;;     global.get $last
;;     drop
;;     global.get $top
;;     local.tee 0
;;     i32.const 16
;;     i32.add
;;     global.set $top
;;     local.get 0
;;     i32.const 0
;;     i32.store
;;     local.get 0
;;     local.get 0
;;     i32.store offset=8
;;     local.get 0
;;   )
;;   (func $~lib/rt/pure/__retain (;2;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     global.get $~lib/memory/__heap_base
;;     i32.gt_u
;;     if ;; label = @1
;;       local.get 0
;;       local.get 0
;;       i32.load
;;       i32.const 1
;;       i32.add
;;       i32.store
;;     end
;;     local.get 0
;;   )
;;   (func $~lib/rt/pure/__release (;3;) (type 0) (param i32)
;;     local.get 0
;;     global.get $~lib/memory/__heap_base
;;     i32.gt_u
;;     if ;; label = @1
;;       local.get 0
;;       local.get 0
;;       i32.load
;;       i32.const 1
;;       i32.sub
;;       i32.store
;;       local.get 0
;;       i32.load
;;       i32.eqz
;;       if ;; label = @2
;;         local.get 0
;;         call $log
;;         local.get 0
;;         i32.load offset=4
;;         call $~lib/rt/pure/__release
;;       end
;;     end
;;   )
;;   (func $~lib/helper (;4;) (type 0) (param i32)
;;     local.get 0
;;     i32.const 3
;;     i32.store offset=12
;;   )
;;   (func $~lib/drops (;5;) (type 3) (param i32 i32)
;;     local.get 1
;;     call $~lib/rt/pure/__release
;;     local.get 0
;;     i32.const 3
;;     i32.store offset=12
;;   )
;;   (func (;6;) (type 2) (param i32) (result i32)
;;     (local i32 i32)
;;     call $~lib/rt/pure/__new|owned
;;     local.set 2
;;     call $~lib/rt/pure/__new
;;     local.set 1
;;     local.get 0
;;     if ;; label = @1
;;       local.get 1
;;       call $~lib/rt/pure/__retain
;;       drop
;;     else
;;       local.get 1
;;       call $~lib/rt/pure/__retain
;;       drop
;;     end
;;     local.get 1
;;     local.get 2
;;     i32.store offset=4
;;     local.get 1
;;     i32.load
;;     local.get 2
;;     i32.load
;;     local.get 1
;;     call $~lib/rt/pure/__release
;;     i32.add
;;   )
;;   (func $~lib/rt/pure/__new|owned (;7;) (type 1) (result i32)
;;     (local i32)
;;     global.get $last
;;     drop
;;     global.get $top
;;     local.tee 0
;;     i32.const 16
;;     i32.add
;;     global.set $top
;;     local.get 0
;;     i32.const 1
;;     i32.store
;;     local.get 0
;;     local.get 0
;;     i32.store offset=8
;;     local.get 0
;;   )
;; )
