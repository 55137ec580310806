;; A store of some bytes of a cell forgets it; one beside it does not.
;; test: pass unreachable,gvn,cells,params,dce
;; run: f(8, 257, 1) == 770
(module (memory 1)
  (func (export "f") (param $p i32) (param $x i32) (param $c i32) (result i32)
    (i32.store (local.get $p) (local.get $x))
    (i32.store offset=16 (local.get $p) (local.get $x))
    (if (local.get $c)
      (then
        (i32.store8 (local.get $p) (i32.const 0))
        (i32.store8 offset=20 (local.get $p) (i32.const 0))))
    (i32.add
      (i32.add (i32.load (local.get $p)) (local.get $x))
      (i32.load offset=16 (local.get $p)))))
