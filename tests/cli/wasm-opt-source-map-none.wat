;; FAIL(1): wasm-opt % -ism %t/in.map -osm %t/out.map -o %t/out.wasm
;; A source map that is asked for and cannot be made is an error.
(module (func (export "f")))
