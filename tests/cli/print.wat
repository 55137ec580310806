;; RUN: invar print %
(module
  (import "env" "log" (func $log (param i32)))
  (memory (export "memory") 1)
  (global $count (mut i32) (i32.const 0))
  (func $f (export "f") (param $n i32) (result i32)
    (loop $next
      (call $log (local.get $n))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.load offset=4 (global.get $count))))
