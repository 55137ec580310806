;; FAIL(2): invar opt % --no-PASS -o %t/out.wasm
;; The help has a placeholder for many options, which is none itself.
(module)
