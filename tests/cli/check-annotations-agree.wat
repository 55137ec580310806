;; RUN: invar check %
;; Annotations of two variables may differ, and those of one may be repeated.
(module
  (import "invar" "is_const.cache" (func $cache (param i32) (result i32)))
  (import "invar" "is_const.cache1" (func $cache1 (param i32) (result i32)))
  (func (export "f") (param i32 i32) (result i32)
    (i32.add
      (call $cache (call $cache (local.get 0)))
      (call $cache1 (local.get 1)))))
