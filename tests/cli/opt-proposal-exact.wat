;; FAIL(1): invar opt % --enable-custom-descriptors -o -
(module
  (type $s (struct (field i32)))
  (func (export "f") (param (ref null (exact $s))) (result i32) (struct.get $s 0 (local.get 0))))
