;; RUN: invar check %
(module
  (func (export "f") (result i32) (i32.const 1))
  (func (export "g") (param i32) (result i32)
    (if (result i32) (local.get 0) (then (i32.const 1)) (else (unreachable)))))
