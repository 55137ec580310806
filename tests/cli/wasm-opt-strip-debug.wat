;; RUN: wasm-opt % -O2 --strip-debug -g -S -o -
;; As that tool: names of functions, types, globals and segments stay, and those of locals do not.
(module $named
  (type $t (func (param i32) (result i32)))
  (import "env" "f" (func $import (param i32)))
  (memory $mem (export "memory") 1)
  (global $g (export "g") (mut i32) (i32.const 1))
  (table $tab (export "t") 2 funcref)
  (elem $seg (i32.const 0) $helper)
  (data $dat (i32.const 8) "data")
  (func $helper (type $t) (param $x i32) (result i32) (local $y i32)
    (local.set $y (i32.add (local.get $x) (global.get $g)))
    (i32.mul (local.get $y) (local.get $y)))
  (func $main (export "main") (param $p i32)
    (global.set $g (local.get $p))
    (call $import (call_indirect (type $t) (local.get $p) (local.get $p)))))
