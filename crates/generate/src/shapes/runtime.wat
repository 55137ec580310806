(module
  (import "env" "abort" (func $abort (param i32 i32 i32 i32)))
  (import "env" "log" (func $log (param i32)))
  (type $one (func (param i32)))
  (memory 1)
  (table 2 2 funcref)
  (elem (i32.const 0) $callback $callback)
  (global $root (mut i32) (i32.const 0))
  (global $cur (mut i32) (i32.const 0))
  (global $end (mut i32) (i32.const 0))
  GLOBALS
  (export "__new" (func $new))
  (export "__retain" (func $retain))
  (export "__release" (func $release))
  (export "__collect" (func $collect))
  ;; The allocator: a list of free blocks, and memory behind its root.
  (func $initialize
    (global.set $root (i32.const 2064))
    (i32.store (i32.const 2068) (i32.const 2080)))
  (func $free (param $root i32) (param $block i32)
    (i32.store offset=4 (local.get $block) (i32.load (local.get $root)))
    (i32.store (local.get $root) (local.get $block)))
  (func $allocate (param $root i32) (param $size i32) (result i32) (local $block i32)
    (if (local.tee $block (i32.load (local.get $root)))
      (then (i32.store (local.get $root) (i32.load offset=4 (local.get $block))))
      (else
        (local.set $block (i32.load offset=4 (local.get $root)))
        (i32.store offset=4 (local.get $root)
          (i32.add (local.get $block) (local.get $size)))))
    (local.get $block))
  ;; A part of the allocator that the program's hooks may call as well.
  (func $inside (param $x i32) (param $y i32) (result i32) INSIDE)
  (func $new (param $size i32) (result i32) (local $block i32)
    (if (i32.eqz (global.get $root)) (then (call $initialize)))
    (local.set $block (call $allocate (global.get $root) (i32.const 64)))
    ALLOCATES
    (i32.store offset=12 (local.get $block) (i32.const 0))
    (i32.store offset=16 (local.get $block) (i32.const 0))
    (i32.store offset=20 (local.get $block) (i32.const 0))
    (i32.store offset=4 (local.get $block) (i32.const 0))
    (i32.add (local.get $block) (i32.const 12)))
  (func $retain (param $p i32) (result i32)
    (if (i32.gt_u (local.get $p) (i32.const 2048)) (then
      (i32.store (i32.sub (local.get $p) (i32.const 8))
        (i32.add (i32.load (i32.sub (local.get $p) (i32.const 8))) (i32.const 1)))))
    (local.get $p))
  (func $release (param $p i32)
    (if (i32.gt_u (local.get $p) (i32.const 2048)) (then
      (call $decrement (i32.sub (local.get $p) (i32.const 12))))))
  (func $decrement (param $s i32) (local $count i32)
    (local.set $count (i32.and (i32.load offset=4 (local.get $s)) (i32.const 0xfffffff)))
    (if (i32.eqz (local.get $count)) (then
      (call $abort (i32.const 0) (i32.const 1100) (i32.const 1) (i32.const 1))
      (unreachable)))
    (if (i32.eq (local.get $count) (i32.const 1))
      (then
        FINALIZE
        (call $visit_members (i32.add (local.get $s) (i32.const 12)) (i32.const 1))
        FREES
        (i32.store (local.get $s) (i32.or (i32.load (local.get $s)) (i32.const 1)))
        (call $free (global.get $root) (local.get $s)))
      (else
        (i32.store offset=4 (local.get $s) (i32.sub (local.get $count) (i32.const 1)))
        (call $append (local.get $s)))))
  ;; Possible roots of cycles.
  (func $append (param $s i32) (local $at i32)
    (if (i32.ge_u (global.get $cur) (global.get $end)) (then
      (if (i32.eqz (global.get $cur)) (then
        (if (i32.eqz (global.get $root)) (then (call $initialize)))
        (local.set $at (call $allocate (global.get $root) (i32.const 64)))
        (global.set $cur (local.get $at))
        (global.set $end (i32.add (local.get $at) (i32.const 64))))
      (else (global.set $cur (i32.sub (global.get $end) (i32.const 64)))))))
    APPEND
    (i32.store (global.get $cur) (local.get $s))
    (global.set $cur (i32.add (global.get $cur) (i32.const 4))))
  (func $visit_members (param $p i32) (param $cookie i32) (local $x i32)
    MEMBERS
    (if (local.tee $x (i32.load (local.get $p))) (then (call $visit (local.get $x) (local.get $cookie))))
    (if (local.tee $x (i32.load offset=4 (local.get $p))) (then (call $visit (local.get $x) (local.get $cookie)))))
  (func $visit (param $p i32) (param $cookie i32)
    (if (i32.lt_u (local.get $p) (i32.const 2048)) (then (return)))
    (local.set $p (i32.sub (local.get $p) (i32.const 12)))
    VISIT
    (if (i32.eq (local.get $cookie) (i32.const 1))
      (then (call $decrement (local.get $p)))
      (else
        (i32.store offset=4 (local.get $p)
          (i32.and (i32.load offset=4 (local.get $p)) (i32.const 0xfffffff)))
        (call $visit_members (i32.add (local.get $p) (i32.const 12)) (local.get $cookie)))))
  (func $collect)
