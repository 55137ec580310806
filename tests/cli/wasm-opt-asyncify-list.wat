;; RUN: wasm-opt % --asyncify --pass-arg=asyncify-onlylist@no*,g -O1 -o %t/out.wasm
;; What a list names and is not there is warned of.
(module
  (import "env" "sleep" (func $sleep))
  (memory 1)
  (func $g (export "g") (call $sleep)))
