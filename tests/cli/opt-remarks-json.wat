;; RUN: invar opt % --passes fold -o %t/out.wasm --remarks --stats-file %t/stats.json
;; Remarks are part of statistics as JSON.
(module (func (export "f") (result i32) (i32.add (i32.const 1) (i32.const 2))))
