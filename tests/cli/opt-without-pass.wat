;; RUN: invar opt % -O3 --no-fold --no-guard --emit wat -o -
;; A pass is switched off.
(module
  (func (export "f") (result i32)
    (i32.add (i32.const 3) (i32.const 4))))
