;; RUN: invar opt % -O1 -g --emit wat -o -
;; -g keeps names.
(module $named
  (func $answer (export "f") (param $unused i32) (result i32) (i32.const 42)))
