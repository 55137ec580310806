;; A register in memory that a loop updates on all ways is a value; its stores stay, as traps may show them.
;; test: pass unreachable,gvn,cells,params,dce
;; run: f(8, 5) == 15
(module (memory 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 0))
    (loop $again
      (if (i32.and (local.get $n) (i32.const 1))
        (then (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (local.get $n))))
        (else (i32.store (local.get $p) (i32.add (local.get $n) (i32.load (local.get $p))))))
      (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.load (local.get $p))))
