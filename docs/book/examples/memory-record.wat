;; Counts in a record in memory: the sum at 16, the number of values at 20.
(module
  (memory 1)
  (func (export "sum") (param $n i32) (result i32)
    (i32.store (i32.const 16) (i32.const 0))
    (i32.store (i32.const 20) (i32.const 0))
    (loop $next
      (i32.store (i32.const 16) (i32.add (i32.load (i32.const 16)) (local.get $n)))
      (i32.store (i32.const 20) (i32.add (i32.load (i32.const 20)) (i32.const 1)))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.store (i32.const 24) (i32.div_u (i32.load (i32.const 16)) (i32.load (i32.const 20))))
    (i32.load (i32.const 24))))
