;; A store by another root may change the cell: the load behind it stays.
;; test: pass unreachable,gvn,cells,params,dce
;; run: f(8, 8, 5) == 6
;; run: f(8, 16, 5) == 5
(module (memory 1)
  (func (export "f") (param $p i32) (param $q i32) (param $x i32) (result i32)
    (i32.store (local.get $p) (local.get $x))
    (if (local.get $x)
      (then (i32.store (local.get $q) (i32.add (local.get $x) (i32.const 1)))))
    (i32.load (local.get $p))))
