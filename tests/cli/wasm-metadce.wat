;; RUN: wasm-metadce --graph-file=../callers/graph.json % -S -o -
;; Only what the graph's root reaches stays: `main` and `callback`, and the imports that these use.
(module
  (import "env" "log" (func $log (param i32)))
  (import "env" "read" (func $read (result i32)))
  (import "GOT.mem" "base" (global $base i32))
  (memory (export "memory") 1)
  (func (export "main") (call $log (i32.const 1)))
  (func (export "callback") (call $log (global.get $base)))
  (func (export "helper") (call $log (call $read)))
  (func (export "unknown") (call $log (i32.const 2))))
