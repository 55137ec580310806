;; FAIL(1): invar opt % -O3 --split-debug %t/out.debug.wasm -o %t/out.wasm
;; DWARF that is asked for and not there is an error.
(module (func (export "f")))
