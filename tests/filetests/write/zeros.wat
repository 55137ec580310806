;; Zero is not assigned to a local that holds it: not where two loops each start a counter that nothing touched on the
;; way, nor where what touched it left. It is where the counter's local was something else on a way, or
;; is something else when a loop comes round.
;; test: write
;; run: arms(0) == 3
;; run: arms(1) == 6
;; run: arms(5) == 15
;; run: left(0) == 7
;; run: left(3) == 3
;; run: inner(3) == 18
;; run: after(3) == 9
;; run: joined(0) == 3
;; run: joined(1) == 16
(module
  (memory 1)
  (func (export "arms") (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (if (i32.ge_u (local.get $n) (i32.const 5))
      (then
        (local.set $i (i32.const 0))
        (loop $l
          (local.set $s (i32.add (local.get $s) (i32.add (local.get $i) (i32.const 1))))
          (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
      (else
        (local.set $i (i32.const 0))
        (loop $l
          (local.set $s (i32.add (local.get $s) (i32.const 3)))
          (br_if $l (i32.le_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))))
    (local.get $s))
  (func (export "left") (param $n i32) (result i32)
    (local $i i32)
    (if (i32.eqz (local.get $n))
      (then
        (local.set $i (i32.const 4))
        (loop $l
          (i32.store (i32.const 0) (local.get $i))
          (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 7))))
        (return (local.get $i))))
    (local.set $i (i32.const 0))
    (loop $l
      (i32.store (i32.const 0) (local.get $i))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $i))
  (func (export "inner") (param $n i32) (result i32)
    (local $s i32) (local $i i32) (local $j i32)
    (loop $outer
      (local.set $j (i32.const 0))
      (loop $l
        (local.set $s (i32.add (local.get $s) (i32.const 2)))
        (br_if $l (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $n))))
      (br_if $outer (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "after") (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.set $i (i32.const 0))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.const 2)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "joined") (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (if (local.get $n)
      (then
        (local.set $i (i32.const 6))
        (loop $l
          (local.set $s (i32.add (local.get $s) (i32.const 13)))
          (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 7))))))
    (local.set $i (i32.const 0))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3))))
    (local.get $s)))
