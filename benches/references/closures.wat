;; Dynamic values, in the style of compilers of Scheme and OCaml: small integers are i31, larger numbers and pairs are
;; boxed, closures carry their variables and cast themselves when they are called.
(module
  (rec
    (type $code (func (param (ref eq) (ref eq)) (result (ref eq))))
    (type $closure (sub (struct (field (ref $code)))))
    (type $adder (sub final $closure (struct (field (ref $code)) (field (ref eq)))))
    (type $composed (sub final $closure (struct (field (ref $code)) (field (ref eq)) (field (ref eq)))))
    (type $pair (struct (field (mut (ref eq))) (field (mut (ref eq)))))
    (type $float (struct (field f64)))
    (type $nil (struct)))
  (elem declare func $add_code $compose_code)
  (global $nil (ref eq) (struct.new $nil))

  (func $to_float (param $v (ref eq)) (result f64)
    (if (result f64) (ref.test (ref i31) (local.get $v))
      (then (f64.convert_i32_s (i31.get_s (ref.cast (ref i31) (local.get $v)))))
      (else (struct.get $float 0 (ref.cast (ref $float) (local.get $v))))))
  (func $fix (param $n i32) (result (ref eq))
    (if (result (ref eq)) (i32.eq (i32.shr_s (i32.shl (local.get $n) (i32.const 1)) (i32.const 1)) (local.get $n))
      (then (ref.i31 (local.get $n)))
      (else (struct.new $float (f64.convert_i32_s (local.get $n))))))
  (func $add (param $a (ref eq)) (param $b (ref eq)) (result (ref eq))
    (if (result (ref eq))
      (i32.and (ref.test (ref i31) (local.get $a)) (ref.test (ref i31) (local.get $b)))
      (then (call $fix (i32.add
        (i31.get_s (ref.cast (ref i31) (local.get $a)))
        (i31.get_s (ref.cast (ref i31) (local.get $b))))))
      (else (struct.new $float
        (f64.add (call $to_float (local.get $a)) (call $to_float (local.get $b)))))))
  (func $less (param $a (ref eq)) (param $b (ref eq)) (result i32)
    (if (result i32)
      (i32.and (ref.test (ref i31) (local.get $a)) (ref.test (ref i31) (local.get $b)))
      (then (i32.lt_s
        (i31.get_s (ref.cast (ref i31) (local.get $a)))
        (i31.get_s (ref.cast (ref i31) (local.get $b)))))
      (else (f64.lt (call $to_float (local.get $a)) (call $to_float (local.get $b))))))

  (func $cons (param $a (ref eq)) (param $b (ref eq)) (result (ref eq))
    (struct.new $pair (local.get $a) (local.get $b)))
  (func $is_pair (param $p (ref eq)) (result i32) (ref.test (ref $pair) (local.get $p)))
  (func $car (param $p (ref eq)) (result (ref eq))
    (block $no (result (ref eq))
      (return (struct.get $pair 0
        (br_on_cast_fail $no (ref eq) (ref $pair) (local.get $p)))))
    (unreachable))
  (func $cdr (param $p (ref eq)) (result (ref eq))
    (block $no (result (ref eq))
      (return (struct.get $pair 1
        (br_on_cast_fail $no (ref eq) (ref $pair) (local.get $p)))))
    (unreachable))

  (func $apply (param $f (ref eq)) (param $x (ref eq)) (result (ref eq))
    (call_ref $code (local.get $x) (local.get $f)
      (struct.get $closure 0 (ref.cast (ref $closure) (local.get $f)))))
  (func $make_adder (param $n (ref eq)) (result (ref eq))
    (struct.new $adder (ref.func $add_code) (local.get $n)))
  (func $add_code (type $code) (local $self (ref null $adder))
    (local.set $self (ref.cast (ref $adder) (local.get 1)))
    (call $add (local.get 0) (struct.get $adder 1 (local.get $self))))
  (func $compose (param $f (ref eq)) (param $g (ref eq)) (result (ref eq))
    (struct.new $composed (ref.func $compose_code) (local.get $f) (local.get $g)))
  (func $compose_code (type $code)
    (call $apply (struct.get $composed 1 (ref.cast (ref $composed) (local.get 1)))
      (call $apply (struct.get $composed 2 (ref.cast (ref $composed) (local.get 1))) (local.get 0))))

  (func $iota (param $n (ref eq)) (result (ref eq)) (local $l (ref eq)) (local $i (ref eq))
    (local.set $l (global.get $nil))
    (local.set $i (ref.i31 (i32.const 0)))
    (loop $on
      (if (call $less (local.get $i) (local.get $n))
        (then
          (local.set $l (call $cons (local.get $i) (local.get $l)))
          (local.set $i (call $add (local.get $i) (ref.i31 (i32.const 1))))
          (br $on))))
    (local.get $l))
  (func $map (param $f (ref eq)) (param $l (ref eq)) (result (ref eq)) (local $r (ref eq))
    (local.set $r (global.get $nil))
    (block $done
      (loop $on
        (br_if $done (i32.eqz (call $is_pair (local.get $l))))
        (local.set $r (call $cons (call $apply (local.get $f) (call $car (local.get $l))) (local.get $r)))
        (local.set $l (call $cdr (local.get $l)))
        (br $on)))
    (local.get $r))
  (func $sum (param $l (ref eq)) (result (ref eq)) (local $s (ref eq))
    (local.set $s (ref.i31 (i32.const 0)))
    (block $done
      (loop $on
        (br_if $done (ref.eq (local.get $l) (global.get $nil)))
        (local.set $s (call $add (local.get $s) (call $car (local.get $l))))
        (local.set $l (call $cdr (local.get $l)))
        (br $on)))
    (local.get $s))
  (func (export "run") (param $n i32) (result f64)
    (call $to_float (call $sum
      (call $map
        (call $compose (call $make_adder (ref.i31 (i32.const 3))) (call $make_adder (ref.i31 (i32.const 4))))
        (call $iota (call $fix (local.get $n))))))))
