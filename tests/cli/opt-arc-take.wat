;; RUN: invar opt % --passes arc --emit wat -o - --arc ../tables/take.toml --remarks
;; An import that takes an object, by the table: it gets the ownership that is released behind it, unless the object is
;; used in between.
(module
  (import "rt" "keep" (func $keep (param i32)))
  (import "rt" "drop" (func $drop (param i32)))
  (import "rt" "new" (func $new (result i32)))
  (import "rt" "take" (func $take (param i32)))
  (memory 1)
  (func (export "f") (local i32)
    (local.set 0 (call $new))
    (call $keep (local.get 0))
    (call $take (local.get 0))
    (call $drop (local.get 0)))
  (func (export "g") (result i32) (local i32 i32)
    (local.set 0 (call $new))
    (call $keep (local.get 0))
    (call $take (local.get 0))
    (local.set 1 (i32.load (local.get 0)))
    (call $drop (local.get 0))
    (local.get 1)))
