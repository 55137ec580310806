;; RUN: wasm-opt % -O1 -S -o -
(module (func $f (export "f") (result i32) (i32.add (i32.const 3) (i32.const 4))))
