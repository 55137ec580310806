;; A collector of cycles is exported and called, and its list of possible roots grows: counts are removed all the same.
;; test: pass arc
;; run: lists(4) == 90
;; run: lists(30) == 4185
(module
  (import "env" "abort" (func $~lib/builtins/abort (param i32 i32 i32 i32)))
  (import "env" "log" (func $log (param i32)))
  (type $one (func (param i32)))
  (memory 1)
  (table 2 2 funcref)
  (elem (i32.const 0) $callback $callback)
  (global $~lib/rt/tlsf/ROOT (mut i32) (i32.const 0))
  (global $cur (mut i32) (i32.const 0))
  (global $end (mut i32) (i32.const 0))
  (global $roots (mut i32) (i32.const 0))
 
  (export "__new" (func $~lib/rt/pure/__new))
  (export "__retain" (func $~lib/rt/pure/__retain))
  (export "__release" (func $~lib/rt/pure/__release))
  (export "__collect" (func $~lib/rt/pure/__collect))
  ;; The allocator: a list of free blocks of 64 bytes, and memory behind its root.
  (func $~lib/rt/tlsf/initialize
    (global.set $~lib/rt/tlsf/ROOT (i32.const 2064))
    (i32.store (i32.const 2068) (i32.const 2080)))
  (func $~lib/rt/tlsf/freeBlock (param $~lib/rt/tlsf/ROOT i32) (param $block i32)
    (i32.store offset=4 (local.get $block) (i32.load (local.get $~lib/rt/tlsf/ROOT)))
    (i32.store (local.get $~lib/rt/tlsf/ROOT) (local.get $block)))
  (func $~lib/rt/tlsf/allocateBlock (param $~lib/rt/tlsf/ROOT i32) (param $size i32) (result i32) (local $block i32)
    (local.set $block (i32.load (local.get $~lib/rt/tlsf/ROOT)))
    (local.set $size (i32.and (i32.add (local.get $size) (i32.const 63)) (i32.const -64)))
    (if (select (local.get $block) (i32.const 0) (i32.eq (local.get $size) (i32.const 64)))
      (then (i32.store (local.get $~lib/rt/tlsf/ROOT) (i32.load offset=4 (local.get $block))))
      (else
        (local.set $block (i32.load offset=4 (local.get $~lib/rt/tlsf/ROOT)))
        (i32.store offset=4 (local.get $~lib/rt/tlsf/ROOT)
          (i32.add (local.get $block) (local.get $size)))))
    (local.get $block))
  ;; A part of the allocator that the program's hooks may call as well.
  (func $~lib/rt/tlsf/inside (param $x i32) (param $y i32) (result i32) (local.get $x))
  (func $~lib/rt/pure/__new (param $size i32) (result i32) (local $block i32)
    (if (i32.eqz (global.get $~lib/rt/tlsf/ROOT)) (then (call $~lib/rt/tlsf/initialize)))
    (local.set $block (call $~lib/rt/tlsf/allocateBlock (global.get $~lib/rt/tlsf/ROOT) (i32.const 64)))
   
    (i32.store offset=12 (local.get $block) (i32.const 0))
    (i32.store offset=16 (local.get $block) (i32.const 0))
    (i32.store offset=20 (local.get $block) (i32.const 0))
    (i32.store offset=4 (local.get $block) (i32.const 0))
    (i32.add (local.get $block) (i32.const 12)))
  (func $~lib/rt/pure/__retain (param $p i32) (result i32)
    (if (i32.gt_u (local.get $p) (i32.const 2048)) (then
      (i32.store (i32.sub (local.get $p) (i32.const 8))
        (i32.add (i32.load (i32.sub (local.get $p) (i32.const 8))) (i32.const 1)))))
    (local.get $p))
  (func $~lib/rt/pure/__release (param $p i32)
    (if (i32.gt_u (local.get $p) (i32.const 2048)) (then
      (call $~lib/rt/pure/decrement (i32.sub (local.get $p) (i32.const 12))))))
  ;; The word of a count: 28 bits of it, 3 of the collector's color, and whether the object is among the roots.
  (func $~lib/rt/pure/decrement (param $s i32) (local $count i32) (local $info i32)
    (local.set $info (i32.load offset=4 (local.get $s)))
    (local.set $count (i32.and (local.get $info) (i32.const 0xfffffff)))
    (if (i32.eqz (local.get $count)) (then
      (call $~lib/builtins/abort (i32.const 0) (i32.const 1100) (i32.const 1) (i32.const 1))
      (unreachable)))
    (if (i32.eq (local.get $count) (i32.const 1))
      (then
       
        (call $~lib/rt/__visit_members (i32.add (local.get $s) (i32.const 12)) (i32.const 1))
        (if (i32.lt_s (local.get $info) (i32.const 0))
          (then (i32.store offset=4 (local.get $s) (i32.const 0x80000000)))
          (else (call $~lib/rt/pure/finalize (local.get $s)))))
      (else
        (i32.store offset=4 (local.get $s)
          (i32.or (i32.sub (local.get $count) (i32.const 1)) (i32.const 0xb0000000)))
        (if (i32.ge_s (local.get $info) (i32.const 0)) (then (call $~lib/rt/pure/appendRoot (local.get $s)))))))
  (func $~lib/rt/pure/finalize (param $s i32)
   
    (i32.store (local.get $s) (i32.or (i32.load (local.get $s)) (i32.const 1)))
    (call $~lib/rt/tlsf/freeBlock (global.get $~lib/rt/tlsf/ROOT) (local.get $s)))
  ;; Possible roots of cycles: a list that grows.
  (func $~lib/rt/pure/appendRoot (param $s i32) (local $at i32)
    (if (i32.ge_u (global.get $cur) (global.get $end)) (then (call $~lib/rt/pure/growRoots)))
   
    (local.set $at (global.get $cur))
    (i32.store (local.get $at) (local.get $s))
    (global.set $cur (i32.add (local.get $at) (i32.const 4))))
  (func $~lib/rt/pure/growRoots (local $old i32) (local $used i32) (local $size i32) (local $~lib/rt/pure/__new i32)
    (local.set $old (global.get $roots))
    (local.set $used (i32.sub (global.get $cur) (local.get $old)))
    (local.set $size (i32.mul (local.get $used) (i32.const 2)))
    (local.set $size (select (local.get $size) (i32.const 64)
      (i32.gt_u (local.get $size) (i32.const 64))))
    (if (i32.eqz (global.get $~lib/rt/tlsf/ROOT)) (then (call $~lib/rt/tlsf/initialize)))
    (local.set $~lib/rt/pure/__new (call $~lib/rt/tlsf/allocateBlock (global.get $~lib/rt/tlsf/ROOT) (local.get $size)))
    (call $~lib/memory/memory.copy (local.get $~lib/rt/pure/__new) (local.get $old) (local.get $used))
    (if (local.get $old) (then (call $~lib/rt/tlsf/freeBlock (global.get $~lib/rt/tlsf/ROOT) (local.get $old))))
    (global.set $roots (local.get $~lib/rt/pure/__new))
    (global.set $cur (i32.add (local.get $~lib/rt/pure/__new) (local.get $used)))
    (global.set $end (i32.add (local.get $~lib/rt/pure/__new) (local.get $size))))
  (func $~lib/memory/memory.copy (param $to i32) (param $from i32) (param $size i32)
    (loop $next
      (if (local.get $size) (then
        (i32.store (local.get $to) (i32.load (local.get $from)))
        (local.set $to (i32.add (local.get $to) (i32.const 4)))
        (local.set $from (i32.add (local.get $from) (i32.const 4)))
        (local.set $size (i32.sub (local.get $size) (i32.const 4)))
        (br $next)))))
  (func $~lib/rt/__visit_members (param $p i32) (param $cookie i32) (local $x i32)
   
    (if (local.tee $x (i32.load (local.get $p))) (then (call $~lib/rt/pure/__visit (local.get $x) (local.get $cookie))))
    (if (local.tee $x (i32.load offset=4 (local.get $p))) (then (call $~lib/rt/pure/__visit (local.get $x) (local.get $cookie)))))
  ;; A release, or a step of the collector: 2 takes inner counts away, 3 looks for what is left without any, 4 gives
  ;; the counts of the rest back, and 5 frees.
  (func $~lib/rt/pure/__visit (param $p i32) (param $cookie i32)
    (if (i32.lt_u (local.get $p) (i32.const 2048)) (then (return)))
    (local.set $p (i32.sub (local.get $p) (i32.const 12)))
   
    (block $~lib/rt/tlsf/freeBlock (block $black (block $~lib/rt/pure/scan (block $gray (block $~lib/rt/pure/__release (block $other
      (br_table $other $~lib/rt/pure/__release $gray $~lib/rt/pure/scan $black $~lib/rt/tlsf/freeBlock $other (local.get $cookie)))
      (unreachable))
      (call $~lib/rt/pure/decrement (local.get $p)) (return))
      (if (i32.eqz (i32.and (i32.load offset=4 (local.get $p)) (i32.const 0xfffffff))) (then
        (call $~lib/builtins/abort (i32.const 0) (i32.const 1100) (i32.const 2) (i32.const 1))
        (unreachable)))
      (i32.store offset=4 (local.get $p) (i32.sub (i32.load offset=4 (local.get $p)) (i32.const 1)))
      (call $~lib/rt/pure/markGray (local.get $p)) (return))
      (call $~lib/rt/pure/scan (local.get $p)) (return))
      (i32.store offset=4 (local.get $p) (i32.add (i32.load offset=4 (local.get $p)) (i32.const 1)))
      (if (call $~lib/rt/pure/color (local.get $p)) (then (call $~lib/rt/pure/scanBlack (local.get $p)))) (return))
    (call $~lib/rt/pure/collectWhite (local.get $p)))
  (func $~lib/rt/pure/color (param $s i32) (result i32)
    (i32.and (i32.load offset=4 (local.get $s)) (i32.const 0x70000000)))
  (func $~lib/rt/pure/paint (param $s i32) (param $~lib/rt/pure/color i32)
    (i32.store offset=4 (local.get $s)
      (i32.or (i32.and (i32.load offset=4 (local.get $s)) (i32.const 0x8fffffff)) (local.get $~lib/rt/pure/color))))
  (func $~lib/rt/pure/markGray (param $s i32)
    (if (i32.eq (call $~lib/rt/pure/color (local.get $s)) (i32.const 0x10000000)) (then (return)))
    (call $~lib/rt/pure/paint (local.get $s) (i32.const 0x10000000))
    (call $~lib/rt/__visit_members (i32.add (local.get $s) (i32.const 12)) (i32.const 2)))
  (func $~lib/rt/pure/scanBlack (param $s i32)
    (call $~lib/rt/pure/paint (local.get $s) (i32.const 0))
    (call $~lib/rt/__visit_members (i32.add (local.get $s) (i32.const 12)) (i32.const 4)))
  (func $~lib/rt/pure/scan (param $s i32)
    (if (i32.ne (call $~lib/rt/pure/color (local.get $s)) (i32.const 0x10000000)) (then (return)))
    (if (i32.and (i32.load offset=4 (local.get $s)) (i32.const 0xfffffff))
      (then (call $~lib/rt/pure/scanBlack (local.get $s)))
      (else
        (call $~lib/rt/pure/paint (local.get $s) (i32.const 0x20000000))
        (call $~lib/rt/__visit_members (i32.add (local.get $s) (i32.const 12)) (i32.const 3)))))
  (func $~lib/rt/pure/collectWhite (param $s i32)
    (if (i32.ne (i32.and (i32.load offset=4 (local.get $s)) (i32.const 0xf0000000)) (i32.const 0x20000000))
      (then (return)))
    (call $~lib/rt/pure/paint (local.get $s) (i32.const 0))
    (call $~lib/rt/__visit_members (i32.add (local.get $s) (i32.const 12)) (i32.const 5))
    (call $~lib/rt/pure/finalize (local.get $s)))
  (func $~lib/rt/pure/__collect (local $at i32) (local $kept i32) (local $s i32) (local $info i32)
    (local.set $kept (global.get $roots))
    (local.set $at (local.get $kept))
    (loop $next
      (if (i32.lt_u (local.get $at) (global.get $cur)) (then
        (local.set $s (i32.load (local.get $at)))
        (local.set $info (i32.load offset=4 (local.get $s)))
        (if (select (i32.and (local.get $info) (i32.const 0xfffffff)) (i32.const 0)
              (i32.eq (call $~lib/rt/pure/color (local.get $s)) (i32.const 0x30000000)))
          (then
            (call $~lib/rt/pure/markGray (local.get $s))
            (i32.store (local.get $kept) (local.get $s))
            (local.set $kept (i32.add (local.get $kept) (i32.const 4))))
          (else
            (if (i32.and (local.get $info) (i32.const 0x7fffffff))
              (then (i32.store offset=4 (local.get $s)
                (i32.and (local.get $info) (i32.const 0x7fffffff))))
              (else (call $~lib/rt/pure/finalize (local.get $s))))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next))))
    (global.set $cur (local.get $kept))
    (local.set $at (global.get $roots))
    (loop $next
      (if (i32.lt_u (local.get $at) (local.get $kept)) (then
        (call $~lib/rt/pure/scan (i32.load (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next))))
    (local.set $at (global.get $roots))
    (loop $next
      (if (i32.lt_u (local.get $at) (local.get $kept)) (then
        (local.set $s (i32.load (local.get $at)))
        (i32.store offset=4 (local.get $s) (i32.and (i32.load offset=4 (local.get $s)) (i32.const 0x7fffffff)))
        (call $~lib/rt/pure/collectWhite (local.get $s))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next))))
    (global.set $cur (global.get $roots)))
  ;; Lists, trees and rings, as AssemblyScript compiles them: parameters are retained and released, a reference that is
  ;; assigned is retained before the old one is released, results are owned by the caller.
  ;; An object has two references and a number.
  (func $callback (type $one))
  (func $node (param $next i32) (param $other i32) (param $value i32) (result i32) (local $this i32)
    (local.set $next (call $~lib/rt/pure/__retain (local.get $next)))
    (local.set $other (call $~lib/rt/pure/__retain (local.get $other)))
    (local.set $this (call $~lib/rt/pure/__retain (call $~lib/rt/pure/__new (i32.const 16))))
    (i32.store (local.get $this) (call $~lib/rt/pure/__retain (local.get $next)))
    (i32.store offset=4 (local.get $this) (call $~lib/rt/pure/__retain (local.get $other)))
    (i32.store offset=8 (local.get $this) (local.get $value))
    (call $~lib/rt/pure/__release (local.get $next))
    (call $~lib/rt/pure/__release (local.get $other))
    (local.get $this))
  (func $set_next (param $this i32) (param $next i32) (local $old i32)
    (local.set $next (call $~lib/rt/pure/__retain (local.get $next)))
    (if (i32.ne (local.get $next) (local.tee $old (i32.load (local.get $this)))) (then
      (local.set $next (call $~lib/rt/pure/__retain (local.get $next)))
      (call $~lib/rt/pure/__release (local.get $old))))
    (i32.store (local.get $this) (local.get $next))
    (call $~lib/rt/pure/__release (local.get $next)))
  ;; The sum of at most so many numbers of a list.
  (func $sum (param $list i32) (param $most i32) (result i32)
    (local $at i32) (local $next i32) (local $sum i32)
    (local.set $list (call $~lib/rt/pure/__retain (local.get $list)))
    (local.set $at (call $~lib/rt/pure/__retain (local.get $list)))
    (loop $each
      (if (select (local.get $at) (i32.const 0) (local.get $most)) (then
        (local.set $sum (i32.add (local.get $sum) (i32.load offset=8 (local.get $at))))
        (if (i32.ne (local.tee $next (i32.load (local.get $at))) (local.get $at)) (then
          (local.set $next (call $~lib/rt/pure/__retain (local.get $next)))
          (call $~lib/rt/pure/__release (local.get $at))))
        (local.set $at (local.get $next))
        (local.set $most (i32.sub (local.get $most) (i32.const 1)))
        (br $each))))
    (call $~lib/rt/pure/__release (local.get $at))
    (call $~lib/rt/pure/__release (local.get $list))
    (local.get $sum))
  (func $build (param $n i32) (result i32) (local $list i32) (local $~lib/rt/pure/__new i32)
    (local.set $list (call $~lib/rt/pure/__retain (i32.const 0)))
    (loop $each
      (if (local.get $n) (then
        (local.set $~lib/rt/pure/__new (call $node (local.get $list) (i32.const 0) (local.get $n)))
        (call $~lib/rt/pure/__release (local.get $list))
        (local.set $list (local.get $~lib/rt/pure/__new))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $each))))
    (local.get $list))
  (func (export "lists") (param $n i32) (result i32)
    (local $list i32) (local $sum i32) (local $i i32)
    (local.set $list (call $build (local.get $n)))
    (loop $each
      (local.set $sum (i32.add (local.get $sum) (call $sum (local.get $list) (i32.const 1000))))
      (call $set_next (local.get $list) (i32.load (local.get $list)))
      (br_if $each (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 8))))
    (call $~lib/rt/pure/__collect)
    (local.set $sum (i32.add (local.get $sum) (call $sum (local.get $list) (i32.const 1000))))
    (call $~lib/rt/pure/__release (local.get $list))
    (local.get $sum)))

;; expect:
;; (module
;;   (type $one (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32 i32 i32 i32)))
;;   (type (;2;) (func))
;;   (type (;3;) (func (param i32 i32)))
;;   (type (;4;) (func (param i32 i32) (result i32)))
;;   (type (;5;) (func (param i32) (result i32)))
;;   (type (;6;) (func (param i32 i32 i32)))
;;   (type (;7;) (func (param i32 i32 i32) (result i32)))
;;   (import "env" "abort" (func $~lib/builtins/abort (;0;) (type 1) (param i32 i32 i32 i32)))
;;   (import "env" "log" (func $log (;1;) (type $one) (param i32)))
;;   (table (;0;) 2 2 funcref)
;;   (memory (;0;) 1)
;;   (global $~lib/rt/tlsf/ROOT (;0;) (mut i32) i32.const 0)
;;   (global $cur (;1;) (mut i32) i32.const 0)
;;   (global $end (;2;) (mut i32) i32.const 0)
;;   (global $roots (;3;) (mut i32) i32.const 0)
;;   (export "__new" (func $~lib/rt/pure/__new))
;;   (export "__retain" (func $~lib/rt/pure/__retain))
;;   (export "__release" (func $~lib/rt/pure/__release))
;;   (export "__collect" (func $~lib/rt/pure/__collect))
;;   (export "lists" (func 28))
;;   (elem (;0;) (i32.const 0) func $callback $callback)
;;   (func $~lib/rt/tlsf/initialize (;2;) (type 2)
;;     i32.const 2064
;;     global.set $~lib/rt/tlsf/ROOT
;;     i32.const 2068
;;     i32.const 2080
;;     i32.store
;;   )
;;   (func $~lib/rt/tlsf/freeBlock (;3;) (type 3) (param i32 i32)
;;     local.get 1
;;     local.get 0
;;     i32.load
;;     i32.store offset=4
;;     local.get 0
;;     local.get 1
;;     i32.store
;;   )
;;   (func $~lib/rt/tlsf/allocateBlock (;4;) (type 4) (param i32 i32) (result i32)
;;     (local i32)
;;     local.get 0
;;     i32.load
;;     local.tee 2
;;     i32.const 0
;;     local.get 1
;;     i32.const 63
;;     i32.add
;;     i32.const -64
;;     i32.and
;;     local.tee 1
;;     i32.const 64
;;     i32.eq
;;     select
;;     if ;; label = @1
;;       local.get 0
;;       local.get 2
;;       i32.load offset=4
;;       i32.store
;;     else
;;       local.get 0
;;       local.get 0
;;       i32.load offset=4
;;       local.tee 2
;;       local.get 1
;;       i32.add
;;       i32.store offset=4
;;     end
;;     local.get 2
;;   )
;;   (func $~lib/rt/tlsf/inside (;5;) (type 4) (param i32 i32) (result i32)
;;     local.get 0
;;   )
;;   (func $~lib/rt/pure/__new (;6;) (type 5) (param i32) (result i32)
;;     global.get $~lib/rt/tlsf/ROOT
;;     i32.eqz
;;     if ;; label = @1
;;       call $~lib/rt/tlsf/initialize
;;     end
;;     global.get $~lib/rt/tlsf/ROOT
;;     i32.const 64
;;     call $~lib/rt/tlsf/allocateBlock
;;     local.tee 0
;;     i32.const 0
;;     i32.store offset=12
;;     local.get 0
;;     i32.const 0
;;     i32.store offset=16
;;     local.get 0
;;     i32.const 0
;;     i32.store offset=20
;;     local.get 0
;;     i32.const 0
;;     i32.store offset=4
;;     local.get 0
;;     i32.const 12
;;     i32.add
;;   )
;;   (func $~lib/rt/pure/__retain (;7;) (type 5) (param i32) (result i32)
;;     local.get 0
;;     i32.const 2048
;;     i32.gt_u
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 8
;;       i32.sub
;;       local.get 0
;;       i32.const 8
;;       i32.sub
;;       i32.load
;;       i32.const 1
;;       i32.add
;;       i32.store
;;     end
;;     local.get 0
;;   )
;;   (func $~lib/rt/pure/__release (;8;) (type $one) (param i32)
;;     local.get 0
;;     i32.const 2048
;;     i32.gt_u
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 12
;;       i32.sub
;;       call $~lib/rt/pure/decrement
;;     end
;;   )
;;   (func $~lib/rt/pure/decrement (;9;) (type $one) (param i32)
;;     (local i32 i32)
;;     local.get 0
;;     i32.load offset=4
;;     local.tee 1
;;     i32.const 268435455
;;     i32.and
;;     local.tee 2
;;     i32.eqz
;;     if ;; label = @1
;;       i32.const 0
;;       i32.const 1100
;;       i32.const 1
;;       i32.const 1
;;       call $~lib/builtins/abort
;;       unreachable
;;     end
;;     local.get 2
;;     i32.const 1
;;     i32.eq
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 12
;;       i32.add
;;       i32.const 1
;;       call $~lib/rt/__visit_members
;;       local.get 1
;;       i32.const 0
;;       i32.lt_s
;;       if ;; label = @2
;;         local.get 0
;;         i32.const -2147483648
;;         i32.store offset=4
;;       else
;;         local.get 0
;;         call $~lib/rt/pure/finalize
;;       end
;;     else
;;       local.get 0
;;       local.get 2
;;       i32.const 1
;;       i32.sub
;;       i32.const -1342177280
;;       i32.or
;;       i32.store offset=4
;;       local.get 1
;;       i32.const 0
;;       i32.ge_s
;;       if ;; label = @2
;;         local.get 0
;;         call $~lib/rt/pure/appendRoot
;;       end
;;     end
;;   )
;;   (func $~lib/rt/pure/finalize (;10;) (type $one) (param i32)
;;     local.get 0
;;     local.get 0
;;     i32.load
;;     i32.const 1
;;     i32.or
;;     i32.store
;;     global.get $~lib/rt/tlsf/ROOT
;;     local.get 0
;;     call $~lib/rt/tlsf/freeBlock
;;   )
;;   (func $~lib/rt/pure/appendRoot (;11;) (type $one) (param i32)
;;     (local i32)
;;     global.get $cur
;;     global.get $end
;;     i32.ge_u
;;     if ;; label = @1
;;       call $~lib/rt/pure/growRoots
;;     end
;;     global.get $cur
;;     local.tee 1
;;     local.get 0
;;     i32.store
;;     local.get 1
;;     i32.const 4
;;     i32.add
;;     global.set $cur
;;   )
;;   (func $~lib/rt/pure/growRoots (;12;) (type 2)
;;     (local i32 i32 i32 i32)
;;     global.get $cur
;;     global.get $roots
;;     local.tee 1
;;     i32.sub
;;     local.tee 2
;;     i32.const 2
;;     i32.mul
;;     local.tee 0
;;     i32.const 64
;;     local.get 0
;;     i32.const 64
;;     i32.gt_u
;;     select
;;     local.set 3
;;     global.get $~lib/rt/tlsf/ROOT
;;     i32.eqz
;;     if ;; label = @1
;;       call $~lib/rt/tlsf/initialize
;;     end
;;     global.get $~lib/rt/tlsf/ROOT
;;     local.get 3
;;     call $~lib/rt/tlsf/allocateBlock
;;     local.tee 0
;;     local.get 1
;;     local.get 2
;;     call $~lib/memory/memory.copy
;;     local.get 1
;;     if ;; label = @1
;;       global.get $~lib/rt/tlsf/ROOT
;;       local.get 1
;;       call $~lib/rt/tlsf/freeBlock
;;     end
;;     local.get 0
;;     global.set $roots
;;     local.get 0
;;     local.get 2
;;     i32.add
;;     global.set $cur
;;     local.get 0
;;     local.get 3
;;     i32.add
;;     global.set $end
;;   )
;;   (func $~lib/memory/memory.copy (;13;) (type 6) (param i32 i32 i32)
;;     loop ;; label = @1
;;       local.get 2
;;       i32.eqz
;;       br_if 1
;;       local.get 0
;;       local.get 1
;;       i32.load
;;       i32.store
;;       local.get 0
;;       i32.const 4
;;       i32.add
;;       local.get 1
;;       i32.const 4
;;       i32.add
;;       local.get 2
;;       i32.const 4
;;       i32.sub
;;       local.set 2
;;       local.set 1
;;       local.set 0
;;       br 0 (;@1;)
;;     end
;;   )
;;   (func $~lib/rt/__visit_members (;14;) (type 3) (param i32 i32)
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
;;   (func $~lib/rt/pure/__visit (;15;) (type 3) (param i32 i32)
;;     local.get 0
;;     i32.const 2048
;;     i32.lt_u
;;     br_if 0
;;     local.get 0
;;     i32.const 12
;;     i32.sub
;;     local.set 0
;;     block ;; label = @1
;;       block ;; label = @2
;;         block ;; label = @3
;;           block ;; label = @4
;;             block ;; label = @5
;;               block ;; label = @6
;;                 local.get 1
;;                 br_table 5 (;@1;) 4 (;@2;) 3 (;@3;) 2 (;@4;) 1 (;@5;) 0 (;@6;) 5 (;@1;)
;;               end
;;               local.get 0
;;               call $~lib/rt/pure/collectWhite
;;               return
;;             end
;;             local.get 0
;;             local.get 0
;;             i32.load offset=4
;;             i32.const 1
;;             i32.add
;;             i32.store offset=4
;;             local.get 0
;;             call $~lib/rt/pure/color
;;             if ;; label = @5
;;               local.get 0
;;               call $~lib/rt/pure/scanBlack
;;             end
;;             return
;;           end
;;           local.get 0
;;           call $~lib/rt/pure/scan
;;           return
;;         end
;;         local.get 0
;;         i32.load offset=4
;;         i32.const 268435455
;;         i32.and
;;         i32.eqz
;;         if ;; label = @3
;;           i32.const 0
;;           i32.const 1100
;;           i32.const 2
;;           i32.const 1
;;           call $~lib/builtins/abort
;;           unreachable
;;         end
;;         local.get 0
;;         local.get 0
;;         i32.load offset=4
;;         i32.const 1
;;         i32.sub
;;         i32.store offset=4
;;         local.get 0
;;         call $~lib/rt/pure/markGray
;;         return
;;       end
;;       local.get 0
;;       call $~lib/rt/pure/decrement
;;       return
;;     end
;;     unreachable
;;   )
;;   (func $~lib/rt/pure/color (;16;) (type 5) (param i32) (result i32)
;;     local.get 0
;;     i32.load offset=4
;;     i32.const 1879048192
;;     i32.and
;;   )
;;   (func $~lib/rt/pure/paint (;17;) (type 3) (param i32 i32)
;;     local.get 0
;;     local.get 0
;;     i32.load offset=4
;;     i32.const -1879048193
;;     i32.and
;;     local.get 1
;;     i32.or
;;     i32.store offset=4
;;   )
;;   (func $~lib/rt/pure/markGray (;18;) (type $one) (param i32)
;;     local.get 0
;;     call $~lib/rt/pure/color
;;     i32.const 268435456
;;     i32.eq
;;     br_if 0
;;     local.get 0
;;     i32.const 268435456
;;     call $~lib/rt/pure/paint
;;     local.get 0
;;     i32.const 12
;;     i32.add
;;     i32.const 2
;;     call $~lib/rt/__visit_members
;;   )
;;   (func $~lib/rt/pure/scanBlack (;19;) (type $one) (param i32)
;;     local.get 0
;;     i32.const 0
;;     call $~lib/rt/pure/paint
;;     local.get 0
;;     i32.const 12
;;     i32.add
;;     i32.const 4
;;     call $~lib/rt/__visit_members
;;   )
;;   (func $~lib/rt/pure/scan (;20;) (type $one) (param i32)
;;     local.get 0
;;     call $~lib/rt/pure/color
;;     i32.const 268435456
;;     i32.ne
;;     br_if 0
;;     local.get 0
;;     i32.load offset=4
;;     i32.const 268435455
;;     i32.and
;;     if ;; label = @1
;;       local.get 0
;;       call $~lib/rt/pure/scanBlack
;;     else
;;       local.get 0
;;       i32.const 536870912
;;       call $~lib/rt/pure/paint
;;       local.get 0
;;       i32.const 12
;;       i32.add
;;       i32.const 3
;;       call $~lib/rt/__visit_members
;;     end
;;   )
;;   (func $~lib/rt/pure/collectWhite (;21;) (type $one) (param i32)
;;     local.get 0
;;     i32.load offset=4
;;     i32.const -268435456
;;     i32.and
;;     i32.const 536870912
;;     i32.ne
;;     br_if 0
;;     local.get 0
;;     i32.const 0
;;     call $~lib/rt/pure/paint
;;     local.get 0
;;     i32.const 12
;;     i32.add
;;     i32.const 5
;;     call $~lib/rt/__visit_members
;;     local.get 0
;;     call $~lib/rt/pure/finalize
;;   )
;;   (func $~lib/rt/pure/__collect (;22;) (type 2)
;;     (local i32 i32 i32 i32)
;;     global.get $roots
;;     local.tee 0
;;     local.set 1
;;     local.get 0
;;     global.get $cur
;;     i32.lt_u
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 0
;;         i32.load
;;         local.tee 2
;;         i32.load offset=4
;;         local.tee 3
;;         i32.const 268435455
;;         i32.and
;;         i32.const 0
;;         local.get 2
;;         call $~lib/rt/pure/color
;;         i32.const 805306368
;;         i32.eq
;;         select
;;         if ;; label = @3
;;           local.get 2
;;           call $~lib/rt/pure/markGray
;;           local.get 1
;;           local.get 2
;;           i32.store
;;           local.get 1
;;           i32.const 4
;;           i32.add
;;           local.set 1
;;         else
;;           local.get 3
;;           i32.const 2147483647
;;           i32.and
;;           if ;; label = @4
;;             local.get 2
;;             local.get 3
;;             i32.const 2147483647
;;             i32.and
;;             i32.store offset=4
;;           else
;;             local.get 2
;;             call $~lib/rt/pure/finalize
;;           end
;;         end
;;         local.get 0
;;         i32.const 4
;;         i32.add
;;         local.tee 0
;;         global.get $cur
;;         i32.lt_u
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     global.set $cur
;;     global.get $roots
;;     local.tee 0
;;     local.get 1
;;     i32.lt_u
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 0
;;         i32.load
;;         call $~lib/rt/pure/scan
;;         local.get 0
;;         i32.const 4
;;         i32.add
;;         local.tee 0
;;         local.get 1
;;         i32.lt_u
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     global.get $roots
;;     local.tee 0
;;     local.get 1
;;     i32.lt_u
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 0
;;         i32.load
;;         local.tee 2
;;         local.get 2
;;         i32.load offset=4
;;         i32.const 2147483647
;;         i32.and
;;         i32.store offset=4
;;         local.get 2
;;         call $~lib/rt/pure/collectWhite
;;         local.get 0
;;         i32.const 4
;;         i32.add
;;         local.tee 0
;;         local.get 1
;;         i32.lt_u
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     global.get $roots
;;     global.set $cur
;;   )
;;   (func $callback (;23;) (type $one) (param i32))
;;   (func $node (;24;) (type 7) (param i32 i32 i32) (result i32)
;;     (local i32)
;;     i32.const 16
;;     call $~lib/rt/pure/__new|owned
;;     local.tee 3
;;     local.get 0
;;     i32.store
;;     local.get 3
;;     local.get 1
;;     i32.store offset=4
;;     local.get 3
;;     local.get 2
;;     i32.store offset=8
;;     local.get 3
;;   )
;;   (func $set_next (;25;) (type 3) (param i32 i32)
;;     local.get 0
;;     i32.load
;;     local.get 0
;;     local.get 1
;;     i32.store
;;     call $~lib/rt/pure/__release
;;   )
;;   (func $sum (;26;) (type 4) (param i32 i32) (result i32)
;;     (local i32)
;;     loop ;; label = @1
;;       local.get 0
;;       i32.const 0
;;       local.get 1
;;       select
;;       if ;; label = @2
;;         local.get 2
;;         local.get 0
;;         i32.load offset=8
;;         i32.add
;;         local.set 2
;;         local.get 0
;;         i32.load
;;         local.set 0
;;         local.get 1
;;         i32.const 1
;;         i32.sub
;;         local.set 1
;;         br 1 (;@1;)
;;       end
;;     end
;;     local.get 2
;;   )
;;   (func $build (;27;) (type 5) (param i32) (result i32)
;;     (local i32)
;;     local.get 0
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 1
;;         i32.const 0
;;         local.get 0
;;         call $node
;;         local.get 0
;;         i32.const 1
;;         i32.sub
;;         local.set 0
;;         local.set 1
;;         local.get 0
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;   )
;;   (func (;28;) (type 5) (param i32) (result i32)
;;     (local i32 i32)
;;     local.get 0
;;     call $build
;;     local.set 0
;;     loop ;; label = @1
;;       local.get 1
;;       local.get 0
;;       i32.const 1000
;;       call $sum
;;       i32.add
;;       local.set 1
;;       local.get 0
;;       local.get 0
;;       i32.load
;;       call $~lib/rt/pure/__retain
;;       call $set_next
;;       local.get 2
;;       i32.const 1
;;       i32.add
;;       local.tee 2
;;       i32.const 8
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     call $~lib/rt/pure/__collect
;;     local.get 1
;;     local.get 0
;;     i32.const 1000
;;     call $sum
;;     local.get 0
;;     call $~lib/rt/pure/__release
;;     i32.add
;;   )
;;   (func $~lib/rt/pure/__new|owned (;29;) (type 5) (param i32) (result i32)
;;     global.get $~lib/rt/tlsf/ROOT
;;     i32.eqz
;;     if ;; label = @1
;;       call $~lib/rt/tlsf/initialize
;;     end
;;     global.get $~lib/rt/tlsf/ROOT
;;     i32.const 64
;;     call $~lib/rt/tlsf/allocateBlock
;;     local.tee 0
;;     i32.const 0
;;     i32.store offset=12
;;     local.get 0
;;     i32.const 0
;;     i32.store offset=16
;;     local.get 0
;;     i32.const 0
;;     i32.store offset=20
;;     local.get 0
;;     i32.const 1
;;     i32.store offset=4
;;     local.get 0
;;     i32.const 12
;;     i32.add
;;   )
;; )
