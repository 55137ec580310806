;; What was read through a supertype is not used where a subtype says more of the field.
;; test: pass gvn,dce
;; run: f(3) == 6
(module
  (type $base (sub (struct (field (ref null any)))))
  (type $left (sub $base (struct (field (ref null i31)))))
  (global $kept (mut (ref null $base)) (ref.null $base))
  (func (export "f") (param $x i32) (result i32)
    (local $b (ref null $base))
    (global.set $kept (struct.new $left (ref.i31 (local.get $x))))
    (local.set $b (global.get $kept))
    (i32.add (i31.get_s (ref.cast (ref i31) (struct.get $base 0 (local.get $b))))
      (i31.get_s (struct.get $left 0 (ref.cast (ref $left) (local.get $b)))))))
