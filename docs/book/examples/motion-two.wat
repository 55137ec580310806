;; The product is used under two different conditions, and computed before both.
(module
  (memory 1)
  (func (export "run") (param $a i32) (param $b i32)
    (param $first i32) (param $second i32) (result i32)
    (local $product i32) (local $result i32)
    (local.set $product
      (i32.mul (i32.mul (local.get $a) (local.get $b)) (i32.add (local.get $a) (local.get $b))))
    (if (local.get $first)
      (then (i32.store (i32.const 0) (local.get $product))))
    (if (local.get $second)
      (then (i32.store (i32.const 4) (local.get $product))))
    (i32.load (i32.const 4))))
