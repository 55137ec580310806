;; RUN: invar print % --func g
(module
  (func $f (export "f") (result i32) (i32.const 1))
  (func $g (export "g") (result i32) (i32.const 2)))
