;; RUN: invar opt % --passes unused,params --no-bases --print-after params --emit wat
;; Passes are also taken by the names that they had in version 0.1.
(module
  (func (export "f") (result i32)
    i32.const 1))
