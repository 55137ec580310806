;; RUN: invar opt % -O3 --emit wat -o -
;; The modules of a component are optimized, the rest stays.
(component
  (core module $m
    (func (export "f") (result i32) (i32.add (i32.const 3) (i32.const 4))))
  (core instance $i (instantiate $m))
  (func (export "f") (result u32) (canon lift (core func $i "f"))))
