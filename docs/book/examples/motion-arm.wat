;; The distance is computed for each point, and used in one arm only, which is seldom taken.
(module
  (memory 1)
  (func (export "run") (param $n i32) (param $limit i32) (result i32)
    (local $far i32) (local $x i32) (local $y i32) (local $d i32)
    (loop $next
      (local.set $x (i32.and (i32.mul (local.get $n) (i32.const 37)) (i32.const 255)))
      (local.set $y (i32.and (i32.mul (local.get $n) (i32.const 91)) (i32.const 255)))
      (local.set $d (i32.add
        (i32.mul (local.get $x) (local.get $x))
        (i32.mul (local.get $y) (local.get $y))))
      (if (i32.gt_u (local.get $x) (local.get $limit))
        (then (local.set $far (i32.add (local.get $far) (local.get $d)))))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $far)))
