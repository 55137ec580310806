;; RUN: wasm-opt -O3 --type-ssa -O3 -Oz % -S -o -
;; Three levels run one after another on one module.
(module
  (func (export "f") (param $n i32) (param $x i32) (result i32)
    (local $sum i32)
    (loop $again
      (local.set $sum (i32.xor (local.get $sum) (i32.mul (local.get $x) (i32.const 7))))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $again (local.get $n)))
    (local.get $sum)))
