;; FAIL(1): invar diff % diff.wat
;; It is unclear which module of a component is meant.
(component
  (core module (func (export "f") (result i32) (i32.const 1)))
  (core module (memory (export "memory") 1)))
