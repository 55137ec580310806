;; Both arms of the conditional hand x through; the first one also writes it to memory. So the loop
;; hands it through, too.
(module
  (memory 1)
  (func (export "run") (param $x i32) (param $n i32) (result i32)
    (local $sum i32)
    (loop $next
      (local.set $x
        (if (result i32) (i32.and (local.get $n) (i32.const 1))
          (then
            (i32.store (i32.const 0) (local.get $x))
            (local.get $x))
          (else
            (local.get $x))))
      (local.set $sum (i32.add (local.get $sum)
        (i32.div_u (i32.const 1000) (i32.or (local.get $x) (i32.const 1)))))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $sum)))
