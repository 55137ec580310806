;; RUN: invar opt % --passes graph --no-redirect call,gamma-constant --emit wat
;; Kinds of redirection are switched off by name: the loop variable is redirected, the result of the call is not.
(module
  (import "env" "log" (func $log (param i32)))
  (func $same (param i32) (result i32) (call $log (local.get 0)) (local.get 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32) (local $i i32)
    (loop $l
      (call $log (local.tee $x (local.get $x)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.sub (call $same (local.get $x)) (local.get $x))))
