;; RUN: invar opt % -O3 -v --emit wat -o %t/out.wat
;; The section target_features allows SIMD, which the code does not use: that the output does is said.
(module
  (@custom "target_features" "\01+\07simd128")
  (memory (export "memory") 1)
  (func (export "f") (param $n i32)
    (local $i i32)
    (loop $next
      (i32.store (i32.shl (local.get $i) (i32.const 2))
        (i32.add (i32.load offset=16384 (i32.shl (local.get $i) (i32.const 2))) (local.get $n)))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 1024))))))
