;; RUN: invar opt % -O0 -O3 -Oz --emit wat
;; The last level counts.
(module
  (func (export "f") (result i32) (i32.add (i32.const 1) (i32.const 2))))
