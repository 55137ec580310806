;; FAIL(1): invar opt % -o - --arc ../tables/keep.toml
;; A table whose functions have other types in the module.
(module
  (import "rt" "keep" (func $keep (param i32)))
  (import "rt" "drop" (func $drop (param i32 i32)))
  (func (export "f") (param i32)
    (call $keep (local.get 0))
    (call $drop (local.get 0) (local.get 0))))
