;; RUN: invar opt % --passes arc --emit wat -o - --arc off
;; With --arc off, reference counts are left alone.
(module
  (import "rt" "keep" (func $arc_retain (param i32)))
  (import "rt" "drop" (func $arc_release (param i32)))
  (func (export "f") (param i32)
    (call $arc_retain (local.get 0))
    (call $arc_release (local.get 0))))
