;; FAIL(1): invar opt % -O3 --split-debug %t/out.debug.wasm --emit wat -o -
;; DWARF has the offsets of a binary.
(module (func (export "f")))
