;; RUN: invar opt % -O1 -o - | invar opt - -O1 -o - | invar print -
;; Standard output and input.
(module
  (func (export "f") (param i32) (result i32)
    (block (result i32) (br_if 0 (i32.const 1) (local.get 0)) (drop) (i32.const 2))))
