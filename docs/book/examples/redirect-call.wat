;; `checked` counts its calls, and returns its argument: so does `log` in many programs.
(module
  (memory 1)
  (global $calls (mut i32) (i32.const 0))
  (func $checked (param $p i32) (result i32)
    (if (i32.eqz (local.get $p)) (then (unreachable)))
    (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
    (local.get $p))
  (func (export "sum") (param $p i32) (param $n i32) (result i32)
    (local $sum i32) (local $q i32)
    (loop $next
      (local.set $q (call $checked (local.get $p)))
      ;; q is p, so that this is invariant.
      (local.set $sum (i32.add (local.get $sum)
        (i32.mul (i32.xor (local.get $q) (i32.const 5)) (i32.sub (local.get $q) (local.get $p)))))
      (local.set $sum (i32.add (local.get $sum) (i32.rotl (local.get $q) (i32.const 3))))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $sum)))
