;; FAIL(1): invar opt % -O3 --dwp x.dwp -o %t/out.wasm
;; A file with DWARF for a module that has none is an error.
(module (func (export "f")))
