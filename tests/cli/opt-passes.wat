;; RUN: invar opt % --passes fold,dce --emit inv -o -
;; Exactly these passes, and the result as IR.
(module
  (func (export "f") (param i32) (result i32)
    (drop (i32.mul (local.get 0) (i32.const 3)))
    (i32.add (local.get 0) (i32.sub (i32.const 3) (i32.const 3)))))
