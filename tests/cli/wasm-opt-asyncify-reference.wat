;; FAIL(1): wasm-opt % --asyncify -o %t/out.wasm
;; A reference cannot be stored in memory.
(module
  (import "env" "sleep" (func $sleep))
  (memory 1)
  (func $keeps (export "keeps") (param externref) (result externref) (call $sleep) (local.get 0)))
