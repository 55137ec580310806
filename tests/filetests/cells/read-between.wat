;; A load by another root may read the cell: the store before it stays, and the load as well.
;; test: pass unreachable,gvn,cells,params,dce
;; run: f(8, 8, 5) == 5
;; run: f(8, 16, 5) == 0
(module (memory 1)
  (func (export "f") (param $p i32) (param $q i32) (param $x i32) (result i32) (local $y i32)
    (drop (i32.load (local.get $p)))
    (i32.store (local.get $p) (local.get $x))
    (local.set $y (i32.load (local.get $q)))
    (i32.store (local.get $p) (i32.const 0))
    (local.get $y)))
