;; A parameter that gets null only keeps its type, and so does one that it is passed to.
;; test: pass cast-elim,dce
;; run: f(0) == 1
;; run: f(1) == 0
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (func (export "f") (param i32) (result i32) (local $a (ref null $base)) (local $b (ref null $base))
    (if (local.get 0)
      (then (local.set $b (struct.new $sub (i32.const 1) (i32.const 2))))
      (else
        (block $x
          (br_if $x (i32.eq (local.get 0) (i32.const 3)))
          (local.set $a (ref.null $base)))
        (local.set $b (local.get $a))))
    (ref.is_null (local.get $b))))
