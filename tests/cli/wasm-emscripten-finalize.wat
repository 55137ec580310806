;; RUN: wasm-emscripten-finalize --dyncalls-i64 --check-stack-overflow % -S -o -
;; 64-bit integers and the stack, for hosts without the first and builds that check the second.
(module
  (import "env" "invoke_vj" (func $invoke (param i32 i64)))
  (table 2 funcref)
  (elem (i32.const 1) $wide)
  (global $__stack_pointer (mut i32) (i32.const 1024))
  (func $wide (param i64) (result i64) (local.get 0))
  (func (export "main") (global.set $__stack_pointer (i32.const 512)) (call $invoke (i32.const 1) (i64.const 2))))
