;; FAIL(1): invar print --stage %
;; An import of module invar that is no annotation.
(module
  (import "invar" "keep_const.lazy" (func $keep (param i32) (result i32)))
  (func (export "f") (param i32) (result i32)
    (call $keep (local.get 0))))
