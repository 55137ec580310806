;; RUN: invar opt % -O3 --opt-fuel 0 --no-guard --emit wat -o -
;; Without fuel nothing is optimized.
(module
  (func (export "f") (result i32)
    (i32.add (i32.const 3) (i32.const 4))))
