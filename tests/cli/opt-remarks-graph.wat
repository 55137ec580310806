;; RUN: invar opt % --passes graph -o %t/out.wasm --remarks
;; What redirection, common node elimination and code motion did.
(module
  (memory 1)
  ;; The result of the conditional is the comparison. One alternative uses the product.
  (func (export "redirected") (param $x i32) (param $y i32) (result i32)
    (local $product i32) (local $flag i32)
    (local.set $product (i32.mul (local.get $x) (local.get $y)))
    (if (i32.lt_s (local.get $x) (local.get $y))
      (then
        (i32.store (i32.const 8) (local.get $product))
        (local.set $flag (i32.const 1)))
      (else
        (i32.store (i32.const 16) (local.get $x))))
    (local.get $flag))
  ;; The loop does not change what it loads, and loads it in any case.
  (func (export "moved") (param $n i32) (param $address i32) (result i32)
    (local $sum i32)
    (loop $again
      (local.set $sum (i32.add (local.get $sum) (i32.load (local.get $address))))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $again (local.get $n)))
    (local.get $sum))
  ;; The sum is computed already. What is loaded was stored, but may have been changed.
  (func (export "shared") (param $x i32) (param $y i32) (result i32)
    (i32.store (local.get $x) (i32.add (local.get $x) (local.get $y)))
    (if (local.get $y)
      (then (i32.store8 (i32.const 1024) (i32.add (local.get $x) (local.get $y)))))
    (i32.load (local.get $x))))
