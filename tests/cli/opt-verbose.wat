;; RUN: invar opt % -O2 -v -o %t/out.wasm
;; The sizes before and after, code apart from names.
(module (func $name (export "f") (result i32) (i32.add (i32.const 1) (i32.const 2))))
