;; RUN: wasm-opt % --minify-imports -S -o -
;; Names of exports, and those of modules that are neither `env` nor WASI, stay.
(module
  (import "env" "log" (func $log (param i32)))
  (import "wasi_snapshot_preview1" "fd_close" (func $close (param i32) (result i32)))
  (import "other" "base" (global $base i32))
  (import "env" "memory" (memory 1))
  (func (export "log") (call $log (global.get $base)))
  (func (export "main") (result i32) (call $close (i32.const 3)))
  (export "memory" (memory 0)))
