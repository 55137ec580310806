;; FAIL(1): invar opt % --report %t/r.html --emit inv
;; The page compares bodies as WebAssembly.
(module)
