;; RUN: invar opt % -O2 -o %t/after.wasm --function-map %t/map.json | invar diff % %t/after.wasm --map %t/map.json
;; With the map of the optimizer, functions are found without names.
(module
  (import "env" "log" (func $log (param i32)))
  (memory (export "memory") 1)
  (data $greeting (i32.const 16) "Hello, world")
  (table 2 funcref)
  (elem (i32.const 0) $_ZN3app7handler17h0123456789abcdefE $app::other)
  (func $main (export "main") (param i32) (result i32)
    (call $shared (local.get 0))
    (call $_ZN3app4only17h0123456789abcdefE (local.get 0)))
  (func $second (export "second") (param i32)
    (call $shared (i32.const 16))
    (call_indirect (local.get 0)))
  (func $shared (param i32)
    (call $log (i32.mul (local.get 0) (i32.const 1000))))
  (func $_ZN3app4only17h0123456789abcdefE (param i32) (result i32)
    (i32.add (call $leaf (local.get 0)) (i32.load offset=16 (local.get 0))))
  (func $leaf (param i32) (result i32)
    (i32.xor (i32.shl (local.get 0) (i32.const 3)) (i32.const 0x12345678)))
  (func $_ZN3app7handler17h0123456789abcdefE)
  (func $app::other)
  (func $unused
    (call $unused)))
