;; No ownership path: the next cursor is not the stored object.
;; delayed-retains: off
;; test: pass arc
;; deinits: unordered
(module
  (import "env" "log" (func $log (param i32)))
  (memory (export "m") 1)
  (global $"~lib/memory/__heap_base" i32 (i32.const 32))
  (global $top (mut i32) (i32.const 64))
  (global $seen (mut i32) (i32.const 0))
  (func $"~lib/rt/pure/__new" (result i32) (local $p i32)
    (local.set $p (global.get $top))
    (global.set $top (i32.add (local.get $p) (i32.const 32)))
    (i32.store offset=16 (local.get $p) (local.get $p))
    (local.get $p))
  (func $"~lib/rt/pure/__retain" (param $p i32) (result i32)
    (if (i32.gt_u (local.get $p) (global.get $"~lib/memory/__heap_base")) (then
      (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))))
    (local.get $p))
  (func $"~lib/rt/pure/__release" (param $p i32)
    (if (i32.gt_u (local.get $p) (global.get $"~lib/memory/__heap_base")) (then
      (i32.store offset=0 (local.get $p) (i32.sub (i32.load (local.get $p)) (i32.const 1)))
      (if (i32.eqz (i32.load (local.get $p))) (then
        (global.set $seen (i32.add (global.get $seen) (i32.load offset=16 (local.get $p))))
        (i32.store offset=16 (local.get $p) (i32.const -1))
        (call $"~lib/rt/pure/__release" (i32.load offset=4 (local.get $p)))
        (call $"~lib/rt/pure/__release" (i32.load offset=8 (local.get $p)))
        (call $"~lib/rt/pure/__release" (i32.load offset=12 (local.get $p))))))))
  (table funcref (elem $f $g))
  (type $one (func (param i32)))
  (func $g (param $x i32) (local $z i32)
    (local.set $z (i32.load offset=8 (local.get $x)))
    (i32.store offset=8 (local.get $x) (i32.const 0))
    (call $"~lib/rt/pure/__release" (local.get $z)))
  (func $f (param $a i32) (param $h i32) (param $c i32) (result i32)
    (local $s i32) (local $x i32) (local $y i32) (local $z i32) (local $n i32) (local $i i32)
    (local.set $y (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new")))
    (local.set $x (call $"~lib/rt/pure/__retain" (local.get $y)))
    (local.set $a (call $"~lib/rt/pure/__retain" (i32.load offset=12 (local.get $h))))
    (block $out (loop $l
      (br_if $out (i32.eqz (local.get $a))) 
      (local.set $z (i32.load offset=4 (local.get $x)))
      (i32.store offset=4 (local.get $x) (call $"~lib/rt/pure/__retain" (local.get $h)))
      (call $"~lib/rt/pure/__release" (local.get $z)) 
      (local.set $n (local.get $x))
      (local.set $x (call $"~lib/rt/pure/__retain" (local.get $a)))
      (call $"~lib/rt/pure/__release" (local.get $n)) 
      (local.set $n (call $"~lib/rt/pure/__retain" (i32.load offset=4 (local.get $a))))
      (call $"~lib/rt/pure/__release" (local.get $a))
      (local.set $a (local.get $n))
      (br $l)))
    (local.set $s (i32.load offset=16 (local.get $x)))
    (call $"~lib/rt/pure/__release" (local.get $x)) (call $"~lib/rt/pure/__release" (local.get $y)) (call $"~lib/rt/pure/__release" (local.get $a))
    (local.get $s))
  (func (export "t") (result i32) (local $a i32) (local $h i32) (local $s i32) (local $c i32)
    (local.set $a (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new")))
    (loop $l
      (local.set $h (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new")))
      (i32.store offset=4 (local.get $h) (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new")))
      (i32.store offset=8 (local.get $h) (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new")))
      (i32.store offset=12 (local.get $h) (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new")))
      (i32.store offset=4 (i32.load offset=12 (local.get $h)) (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new")))
      (i32.store offset=4 (i32.load offset=4 (i32.load offset=12 (local.get $h))) (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new")))
      (local.set $s (i32.add (local.get $s) (call $f (local.get $a) (local.get $h) (local.get $c))))
      (call $"~lib/rt/pure/__release" (local.get $h))
      (local.set $s (i32.add (local.get $s) (global.get $seen)))
      (local.set $c (i32.add (local.get $c) (i32.const 1)))
      (br_if $l (i32.lt_u (local.get $c) (i32.const 4))))
    (call $"~lib/rt/pure/__release" (local.get $a))
    (i32.add (local.get $s) (global.get $seen)))
)

;; expect:
;; (module
;;   (type $one (;0;) (func (param i32)))
;;   (type (;1;) (func (result i32)))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (type (;3;) (func (param i32 i32 i32) (result i32)))
;;   (import "env" "log" (func $log (;0;) (type $one) (param i32)))
;;   (table (;0;) 2 2 funcref)
;;   (memory (;0;) 1)
;;   (global $~lib/memory/__heap_base (;0;) i32 i32.const 32)
;;   (global $top (;1;) (mut i32) i32.const 64)
;;   (global $seen (;2;) (mut i32) i32.const 0)
;;   (export "m" (memory 0))
;;   (export "t" (func 6))
;;   (elem (;0;) (i32.const 0) func $f $g)
;;   (func $~lib/rt/pure/__new (;1;) (type 1) (result i32)
;;     (local i32)
;;     global.get $top
;;     local.tee 0
;;     i32.const 32
;;     i32.add
;;     global.set $top
;;     local.get 0
;;     local.get 0
;;     i32.store offset=16
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
;;   (func $~lib/rt/pure/__release (;3;) (type $one) (param i32)
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
;;         global.get $seen
;;         local.get 0
;;         i32.load offset=16
;;         i32.add
;;         global.set $seen
;;         local.get 0
;;         i32.const -1
;;         i32.store offset=16
;;         local.get 0
;;         i32.load offset=4
;;         call $~lib/rt/pure/__release
;;         local.get 0
;;         i32.load offset=8
;;         call $~lib/rt/pure/__release
;;         local.get 0
;;         i32.load offset=12
;;         call $~lib/rt/pure/__release
;;       end
;;     end
;;   )
;;   (func $g (;4;) (type $one) (param i32)
;;     local.get 0
;;     i32.load offset=8
;;     local.get 0
;;     i32.const 0
;;     i32.store offset=8
;;     call $~lib/rt/pure/__release
;;   )
;;   (func $f (;5;) (type 3) (param i32 i32 i32) (result i32)
;;     (local i32 i32)
;;     call $~lib/rt/pure/__new
;;     call $~lib/rt/pure/__retain
;;     local.tee 3
;;     call $~lib/rt/pure/__retain
;;     local.get 1
;;     i32.load offset=12
;;     call $~lib/rt/pure/__retain
;;     local.set 0
;;     local.set 2
;;     local.get 0
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 2
;;         i32.load offset=4
;;         local.get 2
;;         local.get 1
;;         call $~lib/rt/pure/__retain
;;         i32.store offset=4
;;         local.get 0
;;         local.tee 4
;;         i32.load offset=4
;;         call $~lib/rt/pure/__retain
;;         local.set 0
;;         call $~lib/rt/pure/__release
;;         local.get 2
;;         call $~lib/rt/pure/__release
;;         local.get 4
;;         local.set 2
;;         local.get 0
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 2
;;     i32.load offset=16
;;     local.get 2
;;     call $~lib/rt/pure/__release
;;     local.get 3
;;     call $~lib/rt/pure/__release
;;     local.get 0
;;     call $~lib/rt/pure/__release
;;   )
;;   (func (;6;) (type 1) (result i32)
;;     (local i32 i32 i32 i32)
;;     call $~lib/rt/pure/__new
;;     call $~lib/rt/pure/__retain
;;     local.set 3
;;     loop ;; label = @1
;;       call $~lib/rt/pure/__new
;;       call $~lib/rt/pure/__retain
;;       local.tee 0
;;       call $~lib/rt/pure/__new
;;       call $~lib/rt/pure/__retain
;;       i32.store offset=4
;;       local.get 0
;;       call $~lib/rt/pure/__new
;;       call $~lib/rt/pure/__retain
;;       i32.store offset=8
;;       local.get 0
;;       call $~lib/rt/pure/__new
;;       call $~lib/rt/pure/__retain
;;       i32.store offset=12
;;       local.get 0
;;       i32.load offset=12
;;       call $~lib/rt/pure/__new
;;       call $~lib/rt/pure/__retain
;;       i32.store offset=4
;;       local.get 0
;;       i32.load offset=12
;;       i32.load offset=4
;;       call $~lib/rt/pure/__new
;;       call $~lib/rt/pure/__retain
;;       i32.store offset=4
;;       local.get 1
;;       local.get 3
;;       local.get 0
;;       local.get 2
;;       call $f
;;       local.get 0
;;       call $~lib/rt/pure/__release
;;       i32.add
;;       global.get $seen
;;       i32.add
;;       local.set 1
;;       local.get 2
;;       i32.const 1
;;       i32.add
;;       local.tee 2
;;       i32.const 4
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     local.get 3
;;     call $~lib/rt/pure/__release
;;     local.get 1
;;     global.get $seen
;;     i32.add
;;   )
;; )
