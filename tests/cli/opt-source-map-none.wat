;; FAIL(1): invar opt % -O3 -osm %t/out.map -o %t/out.wasm
;; A map that is asked for and cannot be made is an error.
(module (func (export "f")))
