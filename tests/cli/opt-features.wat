;; RUN: invar opt % -O3 --disable-simd --emit wat -o -
;; Proposals that the module's code uses are enabled, whatever the flags.
(module
  (func (export "f") (param i32) (result v128) (i32x4.splat (local.get 0))))
