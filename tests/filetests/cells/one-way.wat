;; A load whose value is known on one way only stays.
;; test: pass unreachable,gvn,cells,params,dce
;; run: f(0, 5, 1) == 5
;; run: f(0, 5, 0) == 0
(module (memory 1)
  (func (export "f") (param $p i32) (param $x i32) (param $c i32) (result i32)
    (if (local.get $c)
      (then (i32.store (local.get $p) (local.get $x))))
    (i32.load (local.get $p))))
