;; A store of another type is another cell in the same place: it forgets the first.
;; test: pass unreachable,gvn,cells,params,dce
;; run: f(8, 1.0, 1) == 1065353216
(module (memory 1)
  (func (export "f") (param $p i32) (param $x f32) (param $c i32) (result i32)
    (i32.store (local.get $p) (local.get $c))
    (if (local.get $c) (then (f32.store (local.get $p) (local.get $x))))
    (i32.load (local.get $p))))
