;; FAIL(1): invar opt % -o - --arc ../tables/keep.toml
;; A table whose functions are in the module in part only.
(module
  (import "rt" "keep" (func $keep (param i32)))
  (func (export "f") (param i32)
    (call $keep (local.get 0))))
