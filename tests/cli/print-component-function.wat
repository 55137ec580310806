;; RUN: invar print % --func g
;; A function is searched for in all modules of a component.
(component
  (core module $m
    (func (export "f") (result i32) (i32.const 3)))
  (component
    (core module
      (func (export "g") (param i32) (result i32) (local.get 0)))))
