;; RUN: invar top % -n 2
;; Each module of a component.
(component
  (core module (func (export "f") (result i32) (i32.const 1)))
  (core module (memory (export "memory") 1)))
