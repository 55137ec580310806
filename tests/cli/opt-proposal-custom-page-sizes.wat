;; FAIL(1): invar opt % --enable-custom-page-sizes -o -
(module (memory 8 (pagesize 1)) (func (export "f") (result i32) (memory.size)))
