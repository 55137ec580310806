;; RUN: invar opt % -O1 -o %t/out.wasm --print-after fold:f
;; One function after each run of one pass.
(module
  (func $f (export "f") (result i32)
    (i32.add (i32.const 3) (i32.const 4)))
  (func $g (export "g") (result i32)
    (i32.add (i32.const 1) (i32.const 1))))
