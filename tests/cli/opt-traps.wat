;; RUN: invar opt % -O3 -tnh --emit wat -o -
;; An unused division is removed only with --traps-never-happen.
(module
  (func (export "f") (param i32)
    (drop (i32.div_u (i32.const 1) (local.get 0)))))
