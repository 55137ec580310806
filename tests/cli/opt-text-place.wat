;; FAIL(1): invar opt % -o %t/out.wasm
;; The error names the line and the column: of an operator in folded form, behind an imported function and an export.
(module
  (import "a" "b" (func))
  (func $first (export "g"))
  (func (result i32)
    (i32.add
      (i32.const 1)
      (block (result f32) (f32.const 2)))))
