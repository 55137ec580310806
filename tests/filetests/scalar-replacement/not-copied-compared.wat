;; An object with two names behind an edge that is compared is left alone.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 1
;; run: f(1) == 0
(module
  (type $pair (struct (field i32) (field i32)))
  (func (export "f") (param $x i32) (result i32)
    (local $c (ref $pair)) (local $z (ref $pair))
    (local.set $c (struct.new $pair (local.get $x) (i32.const 2)))
    (local.set $z (if (result (ref $pair)) (local.get $x)
      (then (struct.new $pair (local.get $x) (i32.const 2)))
      (else (local.get $c))))
    (ref.eq (local.get $z) (local.get $c))))
