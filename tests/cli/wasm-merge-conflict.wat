;; FAIL(1): wasm-merge % a % b -o %t/out.wasm
;; Both modules export a function of one name.
(module (func (export "f")))
