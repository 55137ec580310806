;; A runtime with the names and the layout of AssemblyScript's. A function is put in the place of the last line.
(module
  (import "env" "unknown" (func $unknown))
  (memory 1)
  (global $"~lib/memory/__heap_base" i32 (i32.const 32))
  (global $top (mut i32) (i32.const 96))
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
IT)
