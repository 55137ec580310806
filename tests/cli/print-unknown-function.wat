;; FAIL(1): invar print % --func h
(module
  (func $f (export "f") (result i32) (i32.const 1)))
