;; RUN: wasm-as % -g -o - | wasm-dis -
;; A text becomes a module and a text again, with its names.
(module
  (func $add (export "add") (param $a i32) (param $b i32) (result i32)
    (i32.add (local.get $a) (local.get $b))))
