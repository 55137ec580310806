;; RUN: invar opt % -O0 --no-guard --emit wat -o -
;; -O0 is a round trip: nothing is folded.
(module
  (func (export "f") (result i32)
    (i32.add (i32.const 3) (i32.const 4))))
