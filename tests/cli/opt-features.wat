;; RUN: invar opt % -O3 --disable-simd --emit wat -o -
;; What the module's code uses is enabled, whatever the flags say.
(module
  (func (export "f") (param i32) (result v128) (i32x4.splat (local.get 0))))
