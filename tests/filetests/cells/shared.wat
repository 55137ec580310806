;; A memory that threads share is left alone.
;; test: pass unreachable,gvn,cells,params,dce
(module (memory 1 1 shared)
  (func (export "f") (param $p i32) (param $x i32) (param $c i32) (result i32)
    (if (local.get $c)
      (then (i32.store (local.get $p) (local.get $x)))
      (else (i32.store (local.get $p) (i32.const 1))))
    (i32.store (local.get $p) (i32.const 2))
    (i32.load (local.get $p))))
