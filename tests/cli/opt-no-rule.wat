;; RUN: invar opt % --passes fold,dce --no-rule mul-by-power-of-two,mul-of-mul --no-rule add-zero --emit wat
;; Rewrite rules are switched off by name: the product with -1 is simplified, the others stay.
(module
  (func (export "f") (param i32 i32) (result i32)
    (i32.add
      (i32.mul (local.get 0) (i32.const 8))
      (i32.mul (i32.mul (local.get 1) (i32.const 3)) (i32.const -1)))))
