;; RUN: wasm-opt % -O3 --dae-optimizing --some-new-pass --pass-arg=x@y -o %t/out.wasm
;; Passes of that tool that we do not have are warned about.
(module (func (export "f")))
