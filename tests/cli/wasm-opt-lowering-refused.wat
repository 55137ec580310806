;; FAIL(1): wasm-opt % --signext-lowering -O2 -o %t/out.wasm
;; The module uses what would have to be replaced.
(module
  (func (export "f") (param i32) (result i32) (i32.extend8_s (local.get 0))))
