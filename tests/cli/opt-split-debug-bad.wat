;; FAIL(1): invar opt % -O3 --split-debug %t/out.debug.wasm -o %t/out.wasm
;; DWARF that is asked for and cannot be translated is an error.
(module (func (export "f")) (@custom ".debug_info" "\04\00\00\00\03\00\00\00"))
