;; RUN: invar stats %
(module
  (memory 1)
  (data (i32.const 0) "some data")
  (func (export "f") (param i32 f64) (result i32)
    (if (local.get 0) (then (i32.store (i32.const 0) (i32.const 1))))
    (i32.trunc_sat_f64_s (f64.add (local.get 1) (f64.const 1)))))
