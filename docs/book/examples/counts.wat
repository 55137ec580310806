;; A small runtime that counts references, and three functions with more counts than needed.
(module
  (memory 1)
  (global $top (mut i32) (i32.const 16))
  (global $updates (mut i32) (i32.const 0))

  (func $arc_new (result i32) (local $object i32)
    (local.set $object (global.get $top))
    (global.set $top (i32.add (local.get $object) (i32.const 16)))
    (i32.store (local.get $object) (i32.const 1))
    (i32.store offset=8 (local.get $object) (i32.const 7))
    (local.get $object))
  (func $arc_retain (param $object i32)
    (if (local.get $object) (then
      (global.set $updates (i32.add (global.get $updates) (i32.const 1)))
      (i32.store (local.get $object) (i32.add (i32.load (local.get $object)) (i32.const 1))))))
  (func $arc_release (param $object i32)
    (if (local.get $object) (then
      (global.set $updates (i32.add (global.get $updates) (i32.const 1)))
      (i32.store (local.get $object) (i32.sub (i32.load (local.get $object)) (i32.const 1)))
      (if (i32.eqz (i32.load (local.get $object))) (then
        (call $arc_release (i32.load offset=4 (local.get $object))))))))

  ;; One region within another.
  (func $nested (param $object i32) (result i32) (local $sum i32)
    (call $arc_retain (local.get $object))
    (local.set $sum (i32.load offset=8 (local.get $object)))
    (call $arc_retain (local.get $object))
    (local.set $sum (i32.mul (local.get $sum) (i32.load offset=8 (local.get $object))))
    (call $arc_release (local.get $object))
    (local.set $sum (i32.add (local.get $sum) (i32.load offset=8 (local.get $object))))
    (call $arc_release (local.get $object))
    (local.get $sum))

  ;; One region after another. The object is read from another one, which keeps it alive.
  (func $twice (param $holder i32) (result i32) (local $object i32) (local $sum i32)
    (local.set $object (i32.load offset=4 (local.get $holder)))
    (call $arc_retain (local.get $object))
    (local.set $sum (i32.load offset=8 (local.get $object)))
    (call $arc_release (local.get $object))
    (call $arc_retain (local.get $object))
    (local.set $sum (i32.mul (local.get $sum) (i32.load offset=8 (local.get $object))))
    (call $arc_release (local.get $object))
    (local.get $sum))

  ;; A region that ends in a store, which takes the reference over.
  (func $keep (param $holder i32) (local $object i32)
    (local.set $object (call $arc_new))
    (i32.store offset=8 (local.get $object) (i32.const 9))
    (call $arc_retain (local.get $object))
    (i32.store offset=4 (local.get $holder) (local.get $object))
    (call $arc_release (local.get $object)))

  (func (export "run") (param $n i32) (result i32) (local $holder i32) (local $sum i32)
    (loop $next
      (local.set $holder (call $arc_new))
      (call $keep (local.get $holder))
      (local.set $sum (i32.add (local.get $sum)
        (i32.add (call $nested (local.get $holder)) (call $twice (local.get $holder)))))
      (call $arc_release (local.get $holder))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $sum))
  (func (export "updates") (result i32) (global.get $updates)))
