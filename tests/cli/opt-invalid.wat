;; FAIL(1): invar opt % -o -
;; The error names the byte offset.
(module
  (func (export "f") (result i32)
    (i32.add (i32.const 3) (i64.const 4))))
