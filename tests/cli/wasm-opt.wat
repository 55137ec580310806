;; RUN: wasm-opt % -Oz --strip-debug --strip-producers --enable-simd --enable-bulk-memory -o - | invar print -
;; Under this name, the command line of that tool.
(module $m
  (func $f (export "f") (param i32) (result i32)
    (i32.add (local.get 0) (i32.mul (i32.const 3) (i32.const 4)))))
