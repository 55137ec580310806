;; RUN: wasm-opt % --asyncify --pass-arg=asyncify-imports@env.s* --pass-arg=asyncify-verbose -S -o -
;; What is live across calls of `sleep` is stored; `log` does not suspend.
(module
  (import "env" "sleep" (func $sleep (param i32) (result i32)))
  (import "env" "log" (func $log (param i32)))
  (memory 1)
  (func $once (param i32) (result i32)
    (i32.add (local.get 0) (call $sleep (i32.const 5))))
  (func $repeat (export "repeat") (param i32) (result i32) (local i32)
    (loop $again
      (local.set 1 (i32.add (local.get 1) (call $once (local.get 0))))
      (call $log (local.get 1))
      (br_if $again (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))
    (local.get 1))
  (func (export "never") (call $log (i32.const 1))))
