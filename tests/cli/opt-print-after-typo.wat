;; FAIL(2): invar opt % -O1 -o %t/out.wasm --print-after flod
(module)
