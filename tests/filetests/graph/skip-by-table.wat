;; A jump table into a chain whose links jump past one another: a value of one path is never that of another.
;; test: pass unreachable,graph
(module
  (import "" "c" (func $c (param i32) (result i32)))
  (func (export "f") (param $pc i32) (result i32) (local $x i32) (local $y i32) (local $z i32)
    (loop $l
      (block $b3 (block $b2 (block $b1 (block $b0
        (br_table $b0 $b1 $b2 $b3 (local.get $pc)))
        (local.set $x (i32.add (local.get $x) (i32.const 1))))
        (local.set $y (i32.add (local.get $x) (i32.const 10)))
        (if (call $c (i32.const 101)) (then (br $b3))))
        (local.set $z (i32.add (local.get $x) (i32.const 20)))
        (if (call $c (i32.const 2)) (then
          (local.set $pc (i32.const 4)) (local.set $z (i32.const 1002)) (br $l))))
      (local.set $x (i32.add (local.get $y) (i32.const 30))))
    (i32.add (i32.mul (local.get $z) (i32.const 17)) (i32.add (local.get $x) (local.get $y)))))
