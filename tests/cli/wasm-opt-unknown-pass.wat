;; RUN: wasm-opt % -O3 --dae-optimizing --some-new-pass --pass-arg=x@y -o %t/out.wasm
;; Unknown passes of wasm-opt give a warning.
(module (func (export "f")))
