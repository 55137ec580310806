;; RUN: invar opt % -O4 --no-assume-stack-abi --stats -o %t/out.wasm
;; What clang guarantees is not assumed if that is switched off.
(module (memory 1)
  (global (mut i32) (i32.const 65536))
  (@custom "producers" "\01\0cprocessed-by\01\05clang\0219")
  (func (export "f") (param i32) (result i32)
    (i32.store offset=12 (i32.sub (global.get 0) (i32.const 16)) (local.get 0))
    (i32.load offset=12 (i32.sub (global.get 0) (i32.const 16)))))
