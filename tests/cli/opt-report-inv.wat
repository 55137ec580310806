;; FAIL(1): invar opt % --report - --emit inv
;; The page compares bodies as WebAssembly.
(module)
