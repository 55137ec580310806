;; RUN: wasm-opt % --legalize-and-prune-js-interface --pass-arg=legalize-js-interface-exported-helpers --pass-arg=legalize-js-interface-export-originals -O2 -S -o -
;; Helpers are functions of the module, originals are exported, too, and an import with a vector gives zero.
(module
  (import "env" "seek" (func $seek (param i32 i64) (result i64)))
  (import "env" "vector" (func $vector (param v128) (result i32)))
  (global $upper (mut i32) (i32.const 0))
  (func (export "__set_temp_ret") (param i32) (global.set $upper (local.get 0)))
  (func (export "__get_temp_ret") (result i32) (global.get $upper))
  (func $twice (export "twice") (export "again") (param i64 f32) (result i64)
    (i64.add (local.get 0) (call $seek (i32.const 1) (local.get 0))))
  (func (export "use") (result i32) (call $vector (v128.const i64x2 1 2)))
  (table 1 funcref)
  (elem (i32.const 0) $seek))
