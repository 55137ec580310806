;; RUN: invar opt % -O1 --emit wat -o -
;; Without -g names are dropped.
(module $named
  (func $answer (export "f") (param $unused i32) (result i32) (i32.const 42)))
