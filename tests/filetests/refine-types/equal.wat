;; Types of equal structure are in groups of different lengths, and in none that equals a public one.
;; test: pass refine-types
;; promise: closed-world
;; run: f(0) == 0
;; run: f(1) == 1
;; run: f(2) == 2
;; run: f(3) == 3
;; run: f(4) == 4
(module
  (type $public (sub (struct (field (mut i32)))))
  (rec
    (type $a (sub (struct (field (mut i32)))))
    (type $b (sub (struct (field (mut i32)))))
    (type $c (sub (struct (field (mut i32)))))
    (type $d (sub (struct (field (mut i32)))))
    (type $of-a (sub (struct (field (mut (ref null $a))))))
    (type $of-b (sub (struct (field (mut (ref null $b)))))))
  (func $make (param $n i32) (result anyref)
    (block $0 (block $1 (block $2 (block $3 (block $4
      (br_table $0 $1 $2 $3 $4 (local.get $n)))
      (return (struct.new $public (i32.const 4))))
      (return (struct.new $d (i32.const 3))))
      (return (struct.new $of-b (struct.new $b (i32.const 2)))))
      (return (struct.new $of-a (struct.new $a (i32.const 1)))))
    (struct.new $c (i32.const 0)))
  (func (export "public") (result (ref null $public)) (ref.null none))
  (func (export "f") (param $n i32) (result i32)
    (local $any anyref)
    (local.set $any (call $make (local.get $n)))
    (if (ref.test (ref $a) (local.get $any)) (then (unreachable)))
    (if (ref.test (ref $b) (local.get $any)) (then (unreachable)))
    (if (ref.test (ref $c) (local.get $any))
      (then
        (struct.set $c 0 (ref.cast (ref $c) (local.get $any)) (i32.const 0))
        (return (struct.get $c 0 (ref.cast (ref $c) (local.get $any))))))
    (if (ref.test (ref $d) (local.get $any))
      (then
        (struct.set $d 0 (ref.cast (ref $d) (local.get $any)) (i32.const 3))
        (return (struct.get $d 0 (ref.cast (ref $d) (local.get $any))))))
    (if (ref.test (ref $public) (local.get $any))
      (then
        (struct.set $public 0 (ref.cast (ref $public) (local.get $any)) (i32.const 4))
        (return (struct.get $public 0 (ref.cast (ref $public) (local.get $any))))))
    (if (ref.test (ref $of-a) (local.get $any))
      (then
        (struct.set $of-a 0 (ref.cast (ref $of-a) (local.get $any)) (struct.new $a (i32.const 1)))
        (struct.set $a 0 (struct.get $of-a 0 (ref.cast (ref $of-a) (local.get $any))) (i32.const 1))
        (return (struct.get $a 0 (struct.get $of-a 0 (ref.cast (ref $of-a) (local.get $any)))))))
    (struct.set $of-b 0 (ref.cast (ref $of-b) (local.get $any)) (struct.new $b (i32.const 2)))
    (struct.set $b 0 (struct.get $of-b 0 (ref.cast (ref $of-b) (local.get $any))) (i32.const 2))
    (struct.get $b 0 (struct.get $of-b 0 (ref.cast (ref $of-b) (local.get $any))))))
