;; RUN: invar opt % -O4 --stats -o %t/out.wasm
;; At -O4, what clang guarantees is assumed of a module that it made, which is said.
(module (memory 1)
  (global (mut i32) (i32.const 65536))
  (@custom "producers" "\01\0cprocessed-by\01\05clang\0219")
  (func (export "f") (param i32) (result i32)
    (i32.store offset=12 (i32.sub (global.get 0) (i32.const 16)) (local.get 0))
    (i32.load offset=12 (i32.sub (global.get 0) (i32.const 16)))))
