;; FAIL(2): wasm-metadce % -o %t/out.wasm
;; There is nothing to reach the module from.
(module)
