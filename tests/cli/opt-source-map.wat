;; RUN: invar opt % -O3 -g -o %t/out.wasm -osm -
;; The map of the output, from that in the module; what was inlined is in the field `scopes`.
(module
  (import "env" "f" (func $import (param i32)))
  (func $helper (param i32) (result i32)
    (if (i32.eqz (local.get 0)) (then (unreachable)))
    (i32.add (local.get 0) (i32.const 1)))
  (func $main (export "main") (param i32)
    (call $import (call $helper (local.get 0)))
    (call $import (i32.const 7)))
  (@custom "sourceMappingURL" (after code) "\7ddata:application/json,{\"version\":3,\"sources\":[\"a.c\"],\"names\":[],\"ignoreList\":[0],\"mappings\":\"mDACK,KACF,EAEF,QAIO,IAAP,EACA\"}"))
