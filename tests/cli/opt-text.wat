;; RUN: invar opt % -O3 --emit wat -o -
;; Text in, text out.
(module
  (func (export "f") (param i32) (result i32)
    (if (result i32) (i32.const 1)
      (then (i32.add (local.get 0) (i32.mul (i32.const 3) (i32.const 4))))
      (else (unreachable)))))
