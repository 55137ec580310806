;; RUN: invar opt % -O3 -g -o %t/out.wasm
;; DWARF that cannot be read is dropped, and a warning says so.
(module (func (export "f")) (@custom ".debug_info" "\04\00\00\00\03\00\00\00"))
