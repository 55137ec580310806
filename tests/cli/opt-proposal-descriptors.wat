;; FAIL(1): invar opt % --enable-custom-descriptors -o -
(module
  (rec
    (type $a (descriptor $b) (struct (field i32)))
    (type $b (describes $a) (struct (field i64))))
  (func (export "f") (param (ref $a)) (result i64)
    (struct.get $b 0 (ref.get_desc $a (local.get 0)))))
