  ;; The kernels of kernels.ts over garbage-collected arrays. `run` puts this behind the functions that access an array: `at`
  ;; and `put`, with a range check as compilers for languages with objects write it, or without.

  (func $make (param $n i32) (result (ref $numbers))
    (array.new_default $numbers (local.get $n)))

  (func $root (param $n i32) (result i32)
    (i32.trunc_sat_f64_s (f64.sqrt (f64.convert_i32_s (local.get $n)))))

  (func $filled (param $n i32) (result (ref $numbers))
    (local $a (ref $numbers)) (local $i i32) (local $x i32)
    (local.set $a (call $make (local.get $n)))
    (local.set $x (i32.const 1))
    (block $out (loop $next
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $x (i32.add (i32.mul (local.get $x) (i32.const 1664525)) (i32.const 1013904223)))
      (call $put (local.get $a) (local.get $i) (i32.shr_u (local.get $x) (i32.const 16)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next)))
    (local.get $a))

  (func $hash (param $a (ref $numbers)) (result i32)
    (local $i i32) (local $h i32)
    (block $out (loop $next
      (br_if $out (i32.ge_s (local.get $i) (array.len (local.get $a))))
      (local.set $h (i32.add (i32.mul (local.get $h) (i32.const 31)) (call $at (local.get $a) (local.get $i))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next)))
    (local.get $h))

  (func (export "fill") (param $n i32) (result i32)
    (call $hash (call $filled (local.get $n))))

  (func (export "sum") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $t i32) (local $i i32) (local $s i32)
    (local.set $a (call $filled (local.get $n)))
    (loop $again
      (local.set $i (i32.const 0))
      (block $out (loop $next
        (br_if $out (i32.ge_s (local.get $i) (array.len (local.get $a))))
        (local.set $s (i32.add (local.get $s) (call $at (local.get $a) (local.get $i))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
      (br_if $again (i32.lt_s (local.tee $t (i32.add (local.get $t) (i32.const 1))) (i32.const 8))))
    (local.get $s))

  (func (export "copy") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $b (ref $numbers)) (local $t i32) (local $i i32)
    (local.set $a (call $filled (local.get $n)))
    (local.set $b (call $make (local.get $n)))
    (loop $again
      (local.set $i (i32.const 0))
      (block $out (loop $next
        (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
        (call $put (local.get $b) (local.get $i)
          (i32.add (call $at (local.get $a) (local.get $i)) (local.get $t)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
      (br_if $again (i32.lt_s (local.tee $t (i32.add (local.get $t) (i32.const 1))) (i32.const 8))))
    (call $hash (local.get $b)))

  (func (export "dot") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $b (ref $numbers)) (local $t i32) (local $i i32) (local $s i32)
    (local.set $a (call $filled (local.get $n)))
    (local.set $b (call $filled (local.get $n)))
    (loop $again
      (local.set $i (i32.const 0))
      (block $out (loop $next
        (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
        (local.set $s (i32.add (local.get $s)
          (i32.mul (call $at (local.get $a) (local.get $i)) (call $at (local.get $b) (local.get $i)))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
      (br_if $again (i32.lt_s (local.tee $t (i32.add (local.get $t) (i32.const 1))) (i32.const 8))))
    (local.get $s))

  (func (export "reverse") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $t i32) (local $i i32) (local $j i32) (local $x i32)
    (local.set $a (call $filled (local.get $n)))
    (loop $again
      (local.set $i (i32.const 0))
      (local.set $j (i32.sub (local.get $n) (i32.const 1)))
      (block $out (loop $next
        (br_if $out (i32.ge_s (local.get $i) (local.get $j)))
        (local.set $x (call $at (local.get $a) (local.get $i)))
        (call $put (local.get $a) (local.get $i) (call $at (local.get $a) (local.get $j)))
        (call $put (local.get $a) (local.get $j) (local.get $x))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (local.set $j (i32.sub (local.get $j) (i32.const 1)))
        (br $next)))
      (br_if $again (i32.lt_s (local.tee $t (i32.add (local.get $t) (i32.const 1))) (i32.const 9))))
    (call $hash (local.get $a)))

  (func (export "prefix") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $t i32) (local $i i32)
    (local.set $a (call $filled (local.get $n)))
    (loop $again
      (local.set $i (i32.const 1))
      (block $out (loop $next
        (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
        (call $put (local.get $a) (local.get $i) (i32.add
          (call $at (local.get $a) (local.get $i))
          (call $at (local.get $a) (i32.sub (local.get $i) (i32.const 1)))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
      (br_if $again (i32.lt_s (local.tee $t (i32.add (local.get $t) (i32.const 1))) (i32.const 8))))
    (call $hash (local.get $a)))

  (func (export "stencil") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $b (ref $numbers)) (local $t i32) (local $i i32)
    (local.set $a (call $filled (local.get $n)))
    (local.set $b (call $filled (local.get $n)))
    (loop $again
      (local.set $i (i32.const 1))
      (block $out (loop $next
        (br_if $out (i32.ge_s (local.get $i) (i32.sub (local.get $n) (i32.const 1))))
        (call $put (local.get $b) (local.get $i) (i32.div_s
          (i32.add
            (i32.add
              (call $at (local.get $a) (i32.sub (local.get $i) (i32.const 1)))
              (call $at (local.get $a) (local.get $i)))
            (call $at (local.get $a) (i32.add (local.get $i) (i32.const 1))))
          (i32.const 3)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
      (local.set $i (i32.const 1))
      (block $out (loop $next
        (br_if $out (i32.ge_s (local.get $i) (i32.sub (local.get $n) (i32.const 1))))
        (call $put (local.get $a) (local.get $i) (call $at (local.get $b) (local.get $i)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
      (br_if $again (i32.lt_s (local.tee $t (i32.add (local.get $t) (i32.const 1))) (i32.const 8))))
    (call $hash (local.get $a)))

  (func (export "matvec") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $x (ref $numbers)) (local $y (ref $numbers))
    (local $m i32) (local $t i32) (local $j i32) (local $i i32) (local $s i32)
    (local.set $m (call $root (local.get $n)))
    (local.set $a (call $filled (i32.mul (local.get $m) (local.get $m))))
    (local.set $x (call $filled (local.get $m)))
    (local.set $y (call $make (local.get $m)))
    (loop $again
      (local.set $j (i32.const 0))
      (block $rows (loop $row
        (br_if $rows (i32.ge_s (local.get $j) (local.get $m)))
        (local.set $s (i32.const 0))
        (local.set $i (i32.const 0))
        (block $out (loop $next
          (br_if $out (i32.ge_s (local.get $i) (local.get $m)))
          (local.set $s (i32.add (local.get $s) (i32.mul
            (call $at (local.get $a) (i32.add (i32.mul (local.get $j) (local.get $m)) (local.get $i)))
            (call $at (local.get $x) (local.get $i)))))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br $next)))
        (call $put (local.get $y) (local.get $j) (i32.add (local.get $s) (local.get $t)))
        (local.set $j (i32.add (local.get $j) (i32.const 1)))
        (br $row)))
      (br_if $again (i32.lt_s (local.tee $t (i32.add (local.get $t) (i32.const 1))) (i32.const 8))))
    (call $hash (local.get $y)))

  (func (export "matmul") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $b (ref $numbers)) (local $c (ref $numbers))
    (local $m i32) (local $i i32) (local $j i32) (local $k i32) (local $s i32)
    (local.set $m (i32.div_s (call $root (local.get $n)) (i32.const 3)))
    (local.set $a (call $filled (i32.mul (local.get $m) (local.get $m))))
    (local.set $b (call $filled (i32.mul (local.get $m) (local.get $m))))
    (local.set $c (call $make (i32.mul (local.get $m) (local.get $m))))
    (block $rows (loop $row
      (br_if $rows (i32.ge_s (local.get $i) (local.get $m)))
      (local.set $j (i32.const 0))
      (block $columns (loop $column
        (br_if $columns (i32.ge_s (local.get $j) (local.get $m)))
        (local.set $s (i32.const 0))
        (local.set $k (i32.const 0))
        (block $out (loop $next
          (br_if $out (i32.ge_s (local.get $k) (local.get $m)))
          (local.set $s (i32.add (local.get $s) (i32.mul
            (call $at (local.get $a) (i32.add (i32.mul (local.get $i) (local.get $m)) (local.get $k)))
            (call $at (local.get $b) (i32.add (i32.mul (local.get $k) (local.get $m)) (local.get $j))))))
          (local.set $k (i32.add (local.get $k) (i32.const 1)))
          (br $next)))
        (call $put (local.get $c) (i32.add (i32.mul (local.get $i) (local.get $m)) (local.get $j)) (local.get $s))
        (local.set $j (i32.add (local.get $j) (i32.const 1)))
        (br $column)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $row)))
    (call $hash (local.get $c)))

  (func (export "strided") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $t i32) (local $i i32) (local $s i32)
    (local.set $a (call $filled (local.get $n)))
    (loop $again
      (local.set $i (i32.const 0))
      (block $out (loop $next
        (br_if $out (i32.ge_s (i32.add (i32.mul (i32.const 2) (local.get $i)) (i32.const 1)) (local.get $n)))
        (local.set $s (i32.add (local.get $s) (i32.sub
          (call $at (local.get $a) (i32.add (i32.mul (i32.const 2) (local.get $i)) (i32.const 1)))
          (call $at (local.get $a) (i32.mul (i32.const 2) (local.get $i))))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
      (br_if $again (i32.lt_s (local.tee $t (i32.add (local.get $t) (i32.const 1))) (i32.const 16))))
    (local.get $s))

  (func (export "insertion") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $m i32) (local $i i32) (local $j i32) (local $x i32)
    (local.set $m (i32.mul (call $root (local.get $n)) (i32.const 2)))
    (local.set $a (call $filled (local.get $m)))
    (local.set $i (i32.const 1))
    (block $out (loop $next
      (br_if $out (i32.ge_s (local.get $i) (local.get $m)))
      (local.set $x (call $at (local.get $a) (local.get $i)))
      (local.set $j (i32.sub (local.get $i) (i32.const 1)))
      (block $found (loop $move
        (br_if $found (i32.lt_s (local.get $j) (i32.const 0)))
        (br_if $found (i32.le_s (call $at (local.get $a) (local.get $j)) (local.get $x)))
        (call $put (local.get $a) (i32.add (local.get $j) (i32.const 1)) (call $at (local.get $a) (local.get $j)))
        (local.set $j (i32.sub (local.get $j) (i32.const 1)))
        (br $move)))
      (call $put (local.get $a) (i32.add (local.get $j) (i32.const 1)) (local.get $x))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next)))
    (call $hash (local.get $a)))

  (func (export "merge") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $b (ref $numbers)) (local $c (ref $numbers))
    (local $t i32) (local $i i32) (local $j i32) (local $k i32)
    (local.set $a (call $make (local.get $n)))
    (local.set $b (call $make (local.get $n)))
    (local.set $c (call $make (i32.mul (i32.const 2) (local.get $n))))
    (block $out (loop $next
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (call $put (local.get $a) (local.get $i) (i32.mul (i32.const 3) (local.get $i)))
      (call $put (local.get $b) (local.get $i) (i32.add (i32.mul (i32.const 5) (local.get $i)) (i32.const 1)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next)))
    (loop $again
      (local.set $i (i32.const 0))
      (local.set $j (i32.const 0))
      (local.set $k (i32.const 0))
      (block $out (loop $next
        (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
        (br_if $out (i32.ge_s (local.get $j) (local.get $n)))
        (if (i32.le_s (call $at (local.get $a) (local.get $i)) (call $at (local.get $b) (local.get $j)))
          (then
            (call $put (local.get $c) (local.get $k) (call $at (local.get $a) (local.get $i)))
            (local.set $i (i32.add (local.get $i) (i32.const 1))))
          (else
            (call $put (local.get $c) (local.get $k) (call $at (local.get $b) (local.get $j)))
            (local.set $j (i32.add (local.get $j) (i32.const 1)))))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (br $next)))
      (block $out (loop $next
        (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
        (call $put (local.get $c) (local.get $k) (call $at (local.get $a) (local.get $i)))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
      (block $out (loop $next
        (br_if $out (i32.ge_s (local.get $j) (local.get $n)))
        (call $put (local.get $c) (local.get $k) (call $at (local.get $b) (local.get $j)))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (local.set $j (i32.add (local.get $j) (i32.const 1)))
        (br $next)))
      (br_if $again (i32.lt_s (local.tee $t (i32.add (local.get $t) (i32.const 1))) (i32.const 4))))
    (call $hash (local.get $c)))

  (func (export "search") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $i i32) (local $x i32) (local $low i32) (local $high i32) (local $middle i32)
    (local $found i32)
    (local.set $a (call $make (local.get $n)))
    (block $out (loop $next
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (call $put (local.get $a) (local.get $i) (i32.mul (i32.const 7) (local.get $i)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next)))
    (block $all (loop $one
      (br_if $all (i32.ge_s (local.get $x) (local.get $n)))
      (local.set $low (i32.const 0))
      (local.set $high (local.get $n))
      (block $out (loop $next
        (br_if $out (i32.ge_s (local.get $low) (local.get $high)))
        (local.set $middle (i32.shr_u (i32.add (local.get $low) (local.get $high)) (i32.const 1)))
        (if (i32.lt_s (call $at (local.get $a) (local.get $middle)) (i32.mul (i32.const 3) (local.get $x)))
          (then (local.set $low (i32.add (local.get $middle) (i32.const 1))))
          (else (local.set $high (local.get $middle))))
        (br $next)))
      (local.set $found (i32.add (local.get $found) (local.get $low)))
      (local.set $x (i32.add (local.get $x) (i32.const 1)))
      (br $one)))
    (local.get $found))

  (func (export "histogram") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $counts (ref $numbers)) (local $t i32) (local $i i32) (local $bin i32)
    (local.set $a (call $filled (local.get $n)))
    (local.set $counts (call $make (i32.const 256)))
    (loop $again
      (local.set $i (i32.const 0))
      (block $out (loop $next
        (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
        (local.set $bin (i32.and (call $at (local.get $a) (local.get $i)) (i32.const 255)))
        (call $put (local.get $counts) (local.get $bin)
          (i32.add (call $at (local.get $counts) (local.get $bin)) (i32.const 1)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
      (br_if $again (i32.lt_s (local.tee $t (i32.add (local.get $t) (i32.const 1))) (i32.const 8))))
    (call $hash (local.get $counts)))

  (func (export "sieve") (param $n i32) (result i32)
    (local $a (ref $numbers)) (local $i i32) (local $j i32) (local $count i32)
    (local.set $a (call $make (local.get $n)))
    (local.set $i (i32.const 2))
    (block $all (loop $one
      (br_if $all (i32.ge_s (local.get $i) (local.get $n)))
      (if (i32.eqz (call $at (local.get $a) (local.get $i))) (then
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (local.set $j (i32.mul (i32.const 2) (local.get $i)))
        (block $out (loop $next
          (br_if $out (i32.ge_s (local.get $j) (local.get $n)))
          (call $put (local.get $a) (local.get $j) (i32.const 1))
          (local.set $j (i32.add (local.get $j) (local.get $i)))
          (br $next)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $one)))
    (local.get $count))
