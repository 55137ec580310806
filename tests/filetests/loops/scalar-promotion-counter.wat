;; A loop whose counter is a global is finite if it is with the global in a value, which is then promoted; one that goes
;; on from zero is not.
;; test: pass scalar-promotion
;; run: f(9) == 0
;; run: f(0) == 0
;; run: g(9) == 1
;; run: g(0) == interrupted
(module
  (global $g (export "g1") (mut i32) (i32.const 0))
  (func (export "f") (param $n i32) (result i32)
    (global.set $g (local.get $n))
    (loop $l
      (global.set $g (i32.shr_u (global.get $g) (i32.const 1)))
      (br_if $l (global.get $g)))
    (global.get $g))
  (func (export "g") (param $n i32) (result i32)
    (global.set $g (local.get $n))
    (loop $l
      (global.set $g (i32.shr_u (global.get $g) (i32.const 1)))
      (br_if $l (i32.ne (global.get $g) (i32.const 1))))
    (global.get $g)))
