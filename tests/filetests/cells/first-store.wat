;; The first store into a cell may trap, and so stays though it is overwritten.
;; test: pass unreachable,gvn,cells,params,dce
;; run: f(8, 5) == 6
;; run: f(70000, 5) == trap
(module (memory 1)
  (func (export "f") (param $p i32) (param $x i32) (result i32)
    (i32.store (local.get $p) (local.get $x))
    (i32.store (local.get $p) (i32.add (local.get $x) (i32.const 1)))
    (i32.load (local.get $p))))
