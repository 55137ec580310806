;; RUN: invar opt % -O0 -o %t/out.wasm --stats
;; Without --arc, the statistics name the built-in table that matches.
(module
  (import "rt" "keep" (func (param i32)))
  (func (export "arc_retain") (param i32) (call 0 (local.get 0)))
  (func (export "arc_release") (param i32) (call 0 (local.get 0))))
