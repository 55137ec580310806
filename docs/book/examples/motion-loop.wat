;; The price depends on the rate and on the kind of customer. Both are the same in all iterations.
(module
  (memory 1)
  (func (export "run") (param $n i32) (param $rate i32) (param $regular i32) (result i32)
    (local $sum i32) (local $price i32)
    (loop $next
      (if (i32.gt_u (local.get $n) (i32.const 3))
        (then
          (local.set $price
            (if (result i32) (local.get $regular)
              (then (i32.mul (i32.sub (local.get $rate) (i32.const 7)) (local.get $rate)))
              (else (i32.rotl (local.get $rate) (i32.const 5)))))
          (local.set $sum (i32.add (local.get $sum) (local.get $price)))))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $sum)))
