;; FAIL(1): wasm-opt % -O3 --asyncify -o %t/out.wasm
;; A pass that changes what the program means cannot be left out.
(module (func (export "f")))
