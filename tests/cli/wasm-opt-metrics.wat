;; RUN: wasm-opt % --metrics --func-metrics -O2 --metrics -o %t/out.wasm
;; Counts of the input, and behind -O those of the output.
(module
  (import "env" "f" (func $import (param i32)))
  (memory (export "memory") 1)
  (data (i32.const 8) "data")
  (func $helper (param i32) (result i32) (i32.add (local.get 0) (i32.const 1)))
  (func $main (export "main") (call $import (call $helper (i32.const 2)))))
