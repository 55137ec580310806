;; RUN: invar opt % --passes arc -o %t/out.wasm --arc ../tables/keep.toml --remarks
;; Which retains and releases were removed, and why.
(module
  (import "rt" "keep" (func $keep (param i32)))
  (import "rt" "drop" (func $drop (param i32)))
  (memory 1)
  (func (export "f") (param i32)
    (local i32)
    (local.set 1 (i32.load (local.get 0)))
    (call $keep (local.get 1))
    (call $drop (i32.load offset=4 (local.get 0)))
    (call $keep (local.get 1))
    (i32.store (i32.const 8) (i32.load (local.get 1)))
    (call $drop (local.get 1))
    (call $drop (local.get 1))))
