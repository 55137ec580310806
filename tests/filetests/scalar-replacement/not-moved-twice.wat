;; An object that is passed to two parameters stays one object.
;; test: pass unreachable,scalar-replacement,dce
;; run: f(0) == 1
;; run: f(1) == 1
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair)) (local $q (ref null $pair))
    (if (local.get $x)
      (then
        (local.set $p (struct.new $pair (i32.const 1) (i32.const 2)))
        (local.set $q (local.get $p)))
      (else
        (local.set $p (struct.new $pair (i32.const 3) (i32.const 4)))
        (local.set $q (local.get $p))))
    (struct.set $pair 0 (local.get $p) (i32.const 5))
    (i32.and (ref.eq (local.get $p) (local.get $q)) (i32.eq (struct.get $pair 0 (local.get $q)) (i32.const 5)))))
