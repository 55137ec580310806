;; A call may write the cell, and sees it: nothing is known behind it, and the store before it stays.
;; test: pass unreachable,gvn,cells,params,dce
;; run: f(8, 5) == 9
(module (memory 1)
  (func $g (param $p i32)
    (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 4))))
  (func (export "f") (param $p i32) (param $x i32) (result i32) (local $y i32)
    (i32.store (local.get $p) (local.get $x))
    (call $g (local.get $p))
    (local.set $y (i32.load (local.get $p)))
    (i32.store (local.get $p) (i32.const 0))
    (local.get $y)))
