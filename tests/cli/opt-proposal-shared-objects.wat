;; FAIL(1): invar opt % --enable-shared-everything -o -
(module
  (type $s (shared (struct (field (mut i32)))))
  (func (export "f") (param i32) (result i32) (struct.get $s 0 (struct.new $s (local.get 0)))))
