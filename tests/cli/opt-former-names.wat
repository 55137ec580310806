;; RUN: invar opt % --passes global-dce,ssa-cleanup --no-base-rematerialization --print-after params --emit wat
;; Passes are also taken by the names that they had in version 0.1.
(module
  (func (export "f") (result i32)
    i32.const 1))
