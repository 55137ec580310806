;; FAIL(2): invar opt % -O1 -o %t/out.wasm --no-redirect loop
(module)
