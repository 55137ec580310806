;; FAIL(1): invar opt % --enable-memory-control -o -
(module (memory 1) (func (export "f") (memory.discard (i32.const 0) (i32.const 65536))))
