;; RUN: wasm-as % -g -o %t/a.wasm | wasm-merge %t/a.wasm a %t/a.wasm b -rec -g -S -o -
;; The second module imports from the first one. Of two exports of one name the second is renamed.
(module
  (import "a" "add" (func $other (param i32 i32) (result i32)))
  (func $add (export "add") (param $a i32) (param $b i32) (result i32)
    (call $other (local.get $a) (local.get $b))))
