;; An exit variable that all alternatives hand out from before the gamma is what was there before.
;; test: graph ivr,dead
;; run: f(1, 5) == 6
;; run: f(0, 5) == 6
(module
  (memory 1)
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (block $join (result i32)
      (if (local.get $c) (then
        (i32.store (i32.const 0) (local.get $x))
        (br $join (local.get $x))))
      (i32.store (i32.const 4) (local.get $x))
      (local.get $x))
    (i32.add (i32.const 1))))
