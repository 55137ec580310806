;; RUN: invar opt % --passes fold -o %t/out.wasm --stats=json
;; Statistics for programs: one JSON object.
(module
  (func (export "f") (result i32)
    (i32.add (i32.const 3) (i32.const 4))))
