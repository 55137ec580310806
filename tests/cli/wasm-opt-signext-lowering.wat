;; RUN: wasm-opt % --signext-lowering -O2 --enable-sign-ext -S -o -
;; The operator does not come back behind it.
(module
  (import "env" "log" (func $log (param i32)))
  (type $binary (func (param i32 f32) (result f64)))
  (memory 1)
  (global $__stack_pointer (mut i32) (i32.const 1024))
  (table 2 funcref)
  (elem (i32.const 0) $f $log)
  (func $f (export "f") (param i32) (result i32) (i32.extend8_s (local.get 0)))
  (func (export "run") (param i32) (result f64)
    (global.set $__stack_pointer (i32.sub (global.get $__stack_pointer) (i32.const 16)))
    (i32.store offset=8 (local.get 0) (i32.load16_u offset=4 align=1 (local.get 0)))
    (call_indirect (type $binary) (i32.const 5) (f32.const 2) (local.get 0))))
