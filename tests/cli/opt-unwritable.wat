;; FAIL(1): invar opt % -o there-is-no-such-folder/out.wasm
(module)
