;; Makes an image of bytes brighter; what would be lighter than white is white.
(module
  (memory 1)
  (func (export "brighten") (param $count i32) (param $by i32) (result i32)
    (local $at i32) (local $sum i32)
    (local.set $by (i32.and (local.get $by) (i32.const 255)))
    (loop $next
      (local.set $sum (i32.add (i32.load8_u offset=1024 (local.get $at)) (local.get $by)))
      (i32.store8 offset=1024 (local.get $at)
        (select (local.get $sum) (i32.const 255) (i32.lt_u (local.get $sum) (i32.const 255))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $count))))
    (i32.load8_u offset=1024 (local.get $by))))
