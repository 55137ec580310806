;; RUN: invar opt % --passes fold -o %t/out.wasm --stats
;; The rewrite rules that were applied, and how often.
(module
  (func (export "f") (param i32) (result i32)
    (i32.mul (i32.mul (i32.const 4) (local.get 0)) (i32.const 8))))
