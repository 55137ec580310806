;; A store into a cell that was accessed before goes if it is overwritten on all ways.
;; test: pass unreachable,gvn,cells,params,dce
;; run: f(8, 5, 1) == 1
;; run: f(8, 5, 0) == 2
(module (memory 1)
  (func (export "f") (param $p i32) (param $x i32) (param $c i32) (result i32)
    (drop (i32.load (local.get $p)))
    (i32.store (local.get $p) (local.get $x))
    (if (local.get $c)
      (then (i32.store (local.get $p) (i32.const 1)))
      (else (i32.store (local.get $p) (i32.const 2))))
    (i32.load (local.get $p))))
