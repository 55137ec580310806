;; FAIL(2): wasm-opt % --extract-function -o %t/out.wasm
;; No function is named.
(module
  (import "env" "limit" (global $limit i32))
  (global $count (export "count") (mut i64) (i64.const 0))
  (func $first (export "first") (param i32) (result i32) (i32.add (local.get 0) (global.get $limit)))
  (func $second (export "second") (result i32) (call $first (i32.const 1)))
  (func $third (export "third") (result i64) (global.get $count)))
