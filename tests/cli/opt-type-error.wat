;; FAIL(1): invar opt % -O2 -o %t/out.wasm
;; The error names the function and the operator.
(module (func $name (export "f") (result i32) (i32.add (i32.const 1) (f32.const 2))))
