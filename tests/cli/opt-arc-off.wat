;; RUN: invar opt % --passes arc --emit wat -o - --arc off
;; Nothing is done about counts of references.
(module
  (import "rt" "keep" (func $arc_retain (param i32)))
  (import "rt" "drop" (func $arc_release (param i32)))
  (func (export "f") (param i32)
    (call $arc_retain (local.get 0))
    (call $arc_release (local.get 0))))
