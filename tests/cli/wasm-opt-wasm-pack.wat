;; RUN: wasm-opt % -o %t/out.wasm -O
;; What wasm-pack runs.
(module (func (export "f")))
