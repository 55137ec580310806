;; RUN: invar print --stage %
;; The analysis of an unrolled list traversal: annotations are imports of module invar.
(module
  (import "invar" "keep_const.cache.lazy" (func $keep (param i32) (result i32)))
  (import "invar" "promise_transitive" (func $prom (param i32 i32) (result i32)))
  (memory 1)
  (func (export "sum") (param i32 i32) (result i32)
    (local $s i32)
    (local.set 0 (call $keep (call $prom (local.get 0) (i32.const 64))))
    (block $out (loop $l
      (br_if $out (i32.eqz (local.get 0)))
      (local.set $s (i32.add (local.get $s) (i32.load (local.get 0))))
      (local.set 0 (i32.load offset=4 (local.get 0)))
      (br $l)))
    (local.get $s)))
