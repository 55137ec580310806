;; RUN: invar opt % --passes arc --emit wat -o - --arc ../tables/keep.toml
;; A table names the functions that count references.
(module
  (import "rt" "keep" (func $keep (param i32)))
  (import "rt" "drop" (func $drop (param i32)))
  (memory 1)
  (func (export "f") (param i32) (result i32)
    (local i32)
    (local.set 1 (i32.load (local.get 0)))
    (call $keep (local.get 1))
    (i32.load (local.get 1))
    (call $drop (local.get 1))))
