;; RUN: invar opt % --passes dead-store-elim -o %t/out.wasm --remarks=licm,dead-store-elim:g
;; The remarks of some passes, of one in a single function.
(module
  (global $g (export "v") (mut i32) (i32.const 0))
  (func (export "f")
    (global.set $g (i32.const 1))
    (global.set $g (i32.const 2)))
  (func (export "g")
    (global.set $g (i32.const 3))
    (global.set $g (i32.const 4))))
