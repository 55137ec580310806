;; A root that a loop defines anew is another place each time: its cell is not known from the time before.
;; test: pass unreachable,gvn,cells,params,dce
;; run: f(8, 3) == 3
(module (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32) (local $sum i32)
    (loop $again
      (local.set $sum (i32.add (local.get $sum) (i32.load (local.get $p))))
      (i32.store (local.get $p) (i32.const 9))
      (local.set $p (i32.add (local.get $p) (i32.mul (local.get $n) (i32.const 8))))
      (i32.store (local.get $p) (i32.const 1))
      (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.add (local.get $sum) (i32.const 1))))
