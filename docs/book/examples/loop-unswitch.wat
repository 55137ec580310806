;; Two ways to combine numbers; which one is known before the loop.
(module
  (memory 1)
  (func (export "run") (param $n i32) (param $add i32) (result i32)
    (local $value i32)
    (loop $next
      (if (local.get $add)
        (then (local.set $value (i32.add (local.get $value) (local.get $n))))
        (else (local.set $value
          (i32.xor (local.get $value) (i32.rotl (local.get $n) (i32.const 7))))))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $value)))
