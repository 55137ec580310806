;; RUN: invar opt % -O1 -g --strip-debug --emit wat -o -
;; With -g, names stay but for those of locals.
(module $named
  (func $answer (export "f") (param $unused i32) (result i32) (i32.const 42)))
