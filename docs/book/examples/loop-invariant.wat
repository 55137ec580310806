;; Scales numbers in memory by a factor that is in memory, too, and counts them in a global.
(module
  (memory 1)
  (global $done (mut i32) (i32.const 0))
  (func (export "scale") (param $n i32) (result i32)
    (local $i i32)
    (loop $next
      (i32.store
        (i32.add (i32.const 1024) (i32.mul (local.get $i) (i32.const 12)))
        (i32.mul
          (i32.load (i32.add (i32.const 1024) (i32.mul (local.get $i) (i32.const 12))))
          (i32.div_s (i32.const 1000) (i32.add (local.get $n) (i32.const 1)))))
      (global.set $done (i32.add (global.get $done) (i32.const 1)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $i) (local.get $n))))
    (global.get $done)))
