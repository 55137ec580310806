;; FAIL(1): invar opt % -o -
(module
  (func (export "f") (result i32)
    (i32.add (i32.const 3) (i32.constant 4))))
