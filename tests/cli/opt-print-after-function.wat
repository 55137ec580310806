;; FAIL(1): invar opt % -O2 --print-after gvn:nosuch -o %t/out.wasm
;; A function that there is not.
(module (func (export "f")))
