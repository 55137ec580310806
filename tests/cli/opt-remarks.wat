;; RUN: invar opt % --passes dead-store-elim -o %t/out.wasm --remarks
;; What passes did, and where.
(module
  (global $g (export "g") (mut i32) (i32.const 0))
  (func (export "f")
    (global.set $g (i32.const 1))
    (global.set $g (i32.const 2))))
