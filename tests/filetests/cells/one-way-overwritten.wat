;; A store that is overwritten on one way only stays: the function's end shows memory.
;; test: pass unreachable,gvn,cells,params,dce
;; run: f(8, 5, 1) == 5
(module (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $x i32) (param $c i32) (result i32)
    (drop (i32.load (local.get $p)))
    (i32.store (local.get $p) (local.get $x))
    (if (local.get $c)
      (then (i32.store (local.get $p) (i32.const 1))))
    (local.get $x)))
