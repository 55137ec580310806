;; RUN: wasm-opt % -O2 -o %t/out.wasm
;; What clang runs after linking.
(module (func (export "f")))
