;; FAIL(1): invar opt there-is-no-such-file.wasm -o -
(module)
