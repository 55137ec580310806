;; FAIL(1): wasm-opt % --llvm-memory-copy-fill-lowering -O2 -o %t/out.wasm
;; The module uses what would have to be replaced.
(module
  (memory 1)
  (func (export "f") (param i32) (memory.fill (local.get 0) (i32.const 0) (i32.const 100))))
