;; FAIL(1): invar check %
;; Two annotations of one variable ask for different policies: both places are named.
(module
  (import "invar" "is_const.cache" (func $cache (param i32) (result i32)))
  (import "invar" "is_const.cache1" (func $cache1 (param i32) (result i32)))
  (func $kept (export "f") (param i32) (result i32)
    (call $cache1 (call $cache (local.get 0)))))
