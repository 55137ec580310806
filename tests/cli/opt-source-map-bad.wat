;; FAIL(1): invar opt % -O3 -ism % -osm %t/out.map -o %t/out.wasm
;; A map that cannot be read is an error.
(module (func (export "f")))
