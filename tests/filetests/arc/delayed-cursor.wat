;; Delayed copy: a counted cursor traverses a list, and each iteration releases another object.
;; run: t() == 30432
;; test: pass arc
;; deinits: unordered
(module
  (import "env" "log" (func $log (param i32)))
  (memory (export "m") 1)
  (global $"~lib/memory/__heap_base" i32 (i32.const 32))
  (global $top (mut i32) (i32.const 96))
  (global $seen (mut i32) (i32.const 0))
  (func $"~lib/rt/pure/__new" (param $size i32) (param $class i32) (result i32) (local $p i32)
    (local.set $p (global.get $top))
    (global.set $top (i32.add (local.get $p) (i32.const 48)))
    (i32.store (i32.sub (local.get $p) (i32.const 8)) (local.get $class))
    (i32.store offset=16 (local.get $p) (local.get $p))
    (i32.store (i32.sub (local.get $p) (i32.const 16)) (i32.const 0))
    (local.get $p))
  (func $"~lib/rt/pure/__retain" (param $p i32) (result i32)
    (if (i32.gt_u (local.get $p) (global.get $"~lib/memory/__heap_base")) (then
      (call $increment (i32.sub (local.get $p) (i32.const 20)))))
    (local.get $p))
  (func $increment (param $q i32)
    (i32.store offset=4 (local.get $q) (i32.add (i32.load offset=4 (local.get $q)) (i32.const 1))))
  (func $decrement (param $q i32) (local $p i32)
    (local.set $p (i32.add (local.get $q) (i32.const 20)))
    (i32.store offset=4 (local.get $q) (i32.sub (i32.load offset=4 (local.get $q)) (i32.const 1)))
    (if (i32.eqz (i32.load offset=4 (local.get $q))) (then
      (global.set $seen (i32.add (i32.mul (global.get $seen) (i32.const 1)) (i32.load offset=16 (local.get $p))))
      (i32.store offset=16 (local.get $p) (i32.const -1))
      (call $"~lib/rt/__visit_members" (local.get $p) (i32.const 1))
      (i32.store (local.get $p) (i32.const 0)) (i32.store offset=4 (local.get $p) (i32.const 0))
      (i32.store offset=8 (local.get $p) (i32.const 0)))))
  (func $"~lib/rt/pure/__visit" (param $p i32) (param $cookie i32)
    (if (i32.gt_u (local.get $p) (global.get $"~lib/memory/__heap_base")) (then
      (call $decrement (i32.sub (local.get $p) (i32.const 20))))))
  (func $"~visit1" (param $p i32) (param $cookie i32) (local $v i32)
    (if (local.tee $v (i32.load (local.get $p))) (then
      (call $"~lib/rt/pure/__visit" (local.get $v) (local.get $cookie))))
    (if (local.tee $v (i32.load offset=4 (local.get $p))) (then
      (call $"~lib/rt/pure/__visit" (local.get $v) (local.get $cookie)))))
  (func $"~visit2" (param $p i32) (param $cookie i32) (local $v i32)
    (call $"~visit1" (local.get $p) (local.get $cookie))
    (if (local.tee $v (i32.load offset=8 (local.get $p))) (then
      (call $"~lib/rt/pure/__visit" (local.get $v) (local.get $cookie)))))
  (func $"~lib/rt/__visit_members" (param $p i32) (param $cookie i32)
    (block $none (block $two (block $one (block $zero
      (br_table $zero $one $two $none (i32.load (i32.sub (local.get $p) (i32.const 8)))))
      (return))
      (call $"~visit1" (local.get $p) (local.get $cookie)) (return))
      (call $"~visit2" (local.get $p) (local.get $cookie)) (return))
    (unreachable))
  (func $"~lib/rt/pure/__release" (param $p i32)
    (if (i32.gt_u (local.get $p) (global.get $"~lib/memory/__heap_base")) (then
      (call $decrement (i32.sub (local.get $p) (i32.const 20))))))
  (table funcref (elem $f $g))
  (func $g (param $x i32) (local $z i32)
    (local.set $z (i32.load offset=4 (local.get $x)))
    (i32.store offset=4 (local.get $x) (i32.const 0))
    (call $"~lib/rt/pure/__release" (local.get $z)))
  (func $f (param $a i32) (param $h i32) (param $c i32) (result i32)
    (local $s i32) (local $x i32) (local $y i32) (local $z i32) (local $n i32) (local $i i32)
    (local.set $x (call $"~lib/rt/pure/__retain" (local.get $h)))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load offset=16 (local.get $x))))
      (local.set $z (i32.load offset=4 (local.get $a)))
      (i32.store offset=4 (local.get $a) (i32.const 0))
      (call $"~lib/rt/pure/__release" (local.get $z))
      (local.set $n (call $"~lib/rt/pure/__retain" (i32.load (local.get $x))))
      (call $"~lib/rt/pure/__release" (local.get $x))
      (br_if $l (local.tee $x (local.get $n))))
    (local.get $s))
  (func (export "t") (result i32) (local $a i32) (local $h i32) (local $s i32) (local $c i32)
    (local.set $a (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new" (i32.const 16) (i32.const 2))))
    (loop $l
      (local.set $h (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new" (i32.const 16) (i32.const 2))))
      (i32.store (local.get $h) (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new" (i32.const 16) (i32.const 2))))
      (i32.store offset=4 (local.get $h) (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new" (i32.const 16) (i32.const 2))))
      (i32.store offset=8 (local.get $h) (call $"~lib/rt/pure/__retain" (i32.load (local.get $h))))
      (i32.store (i32.load (local.get $h)) (call $"~lib/rt/pure/__retain" (call $"~lib/rt/pure/__new" (i32.const 16) (i32.const 2))))
      (i32.store offset=4 (i32.load (local.get $h)) (call $"~lib/rt/pure/__retain" (i32.load offset=4 (local.get $h))))
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
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (type (;3;) (func (param i32 i32)))
;;   (type (;4;) (func (param i32 i32 i32) (result i32)))
;;   (type (;5;) (func (result i32)))
;;   (import "env" "log" (func $log (;0;) (type 0) (param i32)))
;;   (table (;0;) 2 2 funcref)
;;   (memory (;0;) 1)
;;   (global $~lib/memory/__heap_base (;0;) i32 i32.const 32)
;;   (global $top (;1;) (mut i32) i32.const 96)
;;   (global $seen (;2;) (mut i32) i32.const 0)
;;   (export "m" (memory 0))
;;   (export "t" (func 12))
;;   (elem (;0;) (i32.const 0) func $f $g)
;;   (func $~lib/rt/pure/__new (;1;) (type 1) (param i32 i32) (result i32)
;;     global.get $top
;;     local.tee 0
;;     i32.const 48
;;     i32.add
;;     global.set $top
;;     local.get 0
;;     i32.const 8
;;     i32.sub
;;     local.get 1
;;     i32.store
;;     local.get 0
;;     local.get 0
;;     i32.store offset=16
;;     local.get 0
;;     i32.const 16
;;     i32.sub
;;     i32.const 0
;;     i32.store
;;     local.get 0
;;   )
;;   (func $~lib/rt/pure/__retain (;2;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     global.get $~lib/memory/__heap_base
;;     i32.gt_u
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 20
;;       i32.sub
;;       call $increment
;;     end
;;     local.get 0
;;   )
;;   (func $increment (;3;) (type 0) (param i32)
;;     local.get 0
;;     local.get 0
;;     i32.load offset=4
;;     i32.const 1
;;     i32.add
;;     i32.store offset=4
;;   )
;;   (func $decrement (;4;) (type 0) (param i32)
;;     (local i32)
;;     local.get 0
;;     i32.const 20
;;     i32.add
;;     local.set 1
;;     local.get 0
;;     local.get 0
;;     i32.load offset=4
;;     i32.const 1
;;     i32.sub
;;     i32.store offset=4
;;     local.get 0
;;     i32.load offset=4
;;     i32.eqz
;;     if ;; label = @1
;;       global.get $seen
;;       i32.const 1
;;       i32.mul
;;       local.get 1
;;       i32.load offset=16
;;       i32.add
;;       global.set $seen
;;       local.get 1
;;       i32.const -1
;;       i32.store offset=16
;;       local.get 1
;;       i32.const 1
;;       call $~lib/rt/__visit_members
;;       local.get 1
;;       i32.const 0
;;       i32.store
;;       local.get 1
;;       i32.const 0
;;       i32.store offset=4
;;       local.get 1
;;       i32.const 0
;;       i32.store offset=8
;;     end
;;   )
;;   (func $~lib/rt/pure/__visit (;5;) (type 3) (param i32 i32)
;;     local.get 0
;;     global.get $~lib/memory/__heap_base
;;     i32.gt_u
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 20
;;       i32.sub
;;       call $decrement
;;     end
;;   )
;;   (func $~visit1 (;6;) (type 3) (param i32 i32)
;;     (local i32)
;;     local.get 0
;;     i32.load
;;     local.tee 2
;;     if ;; label = @1
;;       local.get 2
;;       local.get 1
;;       call $~lib/rt/pure/__visit
;;     end
;;     local.get 0
;;     i32.load offset=4
;;     local.tee 0
;;     if ;; label = @1
;;       local.get 0
;;       local.get 1
;;       call $~lib/rt/pure/__visit
;;     end
;;   )
;;   (func $~visit2 (;7;) (type 3) (param i32 i32)
;;     local.get 0
;;     local.get 1
;;     call $~visit1
;;     local.get 0
;;     i32.load offset=8
;;     local.tee 0
;;     if ;; label = @1
;;       local.get 0
;;       local.get 1
;;       call $~lib/rt/pure/__visit
;;     end
;;   )
;;   (func $~lib/rt/__visit_members (;8;) (type 3) (param i32 i32)
;;     block ;; label = @1
;;       block ;; label = @2
;;         block ;; label = @3
;;           block ;; label = @4
;;             local.get 0
;;             i32.const 8
;;             i32.sub
;;             i32.load
;;             br_table 3 (;@1;) 2 (;@2;) 1 (;@3;) 0 (;@4;)
;;           end
;;           unreachable
;;         end
;;         local.get 0
;;         local.get 1
;;         call $~visit2
;;         return
;;       end
;;       local.get 0
;;       local.get 1
;;       call $~visit1
;;       return
;;     end
;;   )
;;   (func $~lib/rt/pure/__release (;9;) (type 0) (param i32)
;;     local.get 0
;;     global.get $~lib/memory/__heap_base
;;     i32.gt_u
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 20
;;       i32.sub
;;       call $decrement
;;     end
;;   )
;;   (func $g (;10;) (type 0) (param i32)
;;     local.get 0
;;     i32.load offset=4
;;     local.get 0
;;     i32.const 0
;;     i32.store offset=4
;;     call $~lib/rt/pure/__release
;;   )
;;   (func $f (;11;) (type 4) (param i32 i32 i32) (result i32)
;;     (local i32 i32 i32 i32)
;;     local.get 1
;;     local.set 2
;;     loop ;; label = @1
;;       local.get 5
;;       local.get 1
;;       i32.load offset=16
;;       i32.add
;;       local.set 5
;;       block ;; label = @2
;;         local.get 0
;;         i32.load offset=4
;;         local.tee 3
;;         local.get 0
;;         i32.const 0
;;         i32.store offset=4
;;         local.get 1
;;         i32.load
;;         local.set 6
;;         i32.const 32
;;         i32.gt_u
;;         if ;; label = @3
;;           local.get 3
;;           i32.const -16
;;           i32.add
;;           i32.load
;;           i32.const 268435455
;;           i32.and
;;           i32.const 2
;;           i32.lt_u
;;           if ;; label = @4
;;             local.get 2
;;             call $~lib/rt/pure/__retain
;;             drop
;;             local.get 4
;;             call $~lib/rt/pure/__retain
;;             drop
;;             local.get 6
;;             call $~lib/rt/pure/__retain
;;             drop
;;             local.get 3
;;             call $~lib/rt/pure/__release
;;             i32.const 0
;;             i32.const 0
;;             i32.const 0
;;             local.set 3
;;             local.set 4
;;             local.set 2
;;             br 2 (;@2;)
;;           end
;;           local.get 3
;;           call $~lib/rt/pure/__release
;;         end
;;         local.get 6
;;         local.set 3
;;       end
;;       block (result i32) ;; label = @2
;;         local.get 2
;;         local.get 1
;;         i32.ne
;;         if (result i32) ;; label = @3
;;           local.get 4
;;           local.get 1
;;           i32.ne
;;           if (result i32) ;; label = @4
;;             local.get 1
;;             i32.const 32
;;             i32.gt_u
;;             if ;; label = @5
;;               local.get 1
;;               i32.const -16
;;               i32.add
;;               i32.load
;;               i32.const 268435455
;;               i32.and
;;               i32.const 2
;;               i32.lt_u
;;               if ;; label = @6
;;                 local.get 2
;;                 call $~lib/rt/pure/__retain
;;                 drop
;;                 local.get 4
;;                 call $~lib/rt/pure/__retain
;;                 drop
;;                 local.get 3
;;                 call $~lib/rt/pure/__retain
;;                 drop
;;                 local.get 1
;;                 call $~lib/rt/pure/__release
;;                 i32.const 0
;;                 i32.const 0
;;                 i32.const 0
;;                 local.set 3
;;                 local.set 2
;;                 br 4 (;@2;)
;;               end
;;               local.get 1
;;               call $~lib/rt/pure/__release
;;             end
;;             local.get 4
;;           else
;;             i32.const 0
;;           end
;;         else
;;           local.get 4
;;           i32.const 0
;;           local.set 2
;;         end
;;       end
;;       call $~lib/rt/pure/__retain
;;       drop
;;       local.get 6
;;       local.tee 1
;;       local.get 3
;;       local.set 4
;;       br_if 0 (;@1;)
;;     end
;;     local.get 2
;;     call $~lib/rt/pure/__retain
;;     drop
;;     local.get 3
;;     call $~lib/rt/pure/__retain
;;     drop
;;     local.get 5
;;   )
;;   (func (;12;) (type 5) (result i32)
;;     (local i32 i32 i32 i32 i32)
;;     i32.const 16
;;     i32.const 2
;;     call $~lib/rt/pure/__new|owned
;;     local.set 3
;;     loop ;; label = @1
;;       i32.const 16
;;       i32.const 2
;;       call $~lib/rt/pure/__new|owned
;;       local.tee 0
;;       i32.const 16
;;       i32.const 2
;;       call $~lib/rt/pure/__new|owned
;;       i32.store
;;       local.get 0
;;       i32.const 16
;;       i32.const 2
;;       call $~lib/rt/pure/__new|owned
;;       i32.store offset=4
;;       local.get 0
;;       local.get 0
;;       i32.load
;;       local.tee 4
;;       call $~lib/rt/pure/__retain
;;       i32.store offset=8
;;       local.get 4
;;       i32.const 16
;;       i32.const 2
;;       call $~lib/rt/pure/__new|owned
;;       i32.store
;;       local.get 0
;;       i32.load
;;       local.get 0
;;       i32.load offset=4
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
;;   (func $~lib/rt/pure/__new|owned (;13;) (type 1) (param i32 i32) (result i32)
;;     global.get $top
;;     local.tee 0
;;     i32.const 48
;;     i32.add
;;     global.set $top
;;     local.get 0
;;     i32.const 8
;;     i32.sub
;;     local.get 1
;;     i32.store
;;     local.get 0
;;     local.get 0
;;     i32.store offset=16
;;     local.get 0
;;     i32.const 16
;;     i32.sub
;;     i32.const 1
;;     i32.store
;;     local.get 0
;;   )
;; )
