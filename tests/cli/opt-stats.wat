;; RUN: invar opt % --passes global-dce,fold -o %t/out.wasm --stats
;; Statistics for people, to standard error.
(module
  (func (export "f") (result i32)
    (i32.add (i32.const 3) (i32.const 4)))
  (func $unused (param i32)))
