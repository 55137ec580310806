;; Types of one shape are one, but for those that a cast tells apart.
;; test: optimize -O1
;; promise: closed-world
;; run: f(0) == 1
;; run: f(1) == 0
;; run: f(2) == 0
;; run: f(3) == 0
(module
  (rec
    (type $top (sub (struct (field (mut i32)))))
    (type $a (sub $top (struct (field (mut i32)))))
    (type $b (sub $top (struct (field (mut i32)))))
    (type $c (sub $top (struct (field (mut i32)))))
    (type $other (sub (struct (field (mut i32))))))
  (global $kept (mut anyref) (ref.null none))
  (func (export "f") (param $n i32) (result i32)
    (block $done
      (block $0 (block $1 (block $2 (block $3
        (br_table $0 $1 $2 $3 (local.get $n)))
        (global.set $kept (struct.new $other (local.get $n))) (br $done))
        (global.set $kept (struct.new $c (local.get $n))) (br $done))
        (global.set $kept (struct.new $b (local.get $n))) (br $done))
      (global.set $kept (struct.new $a (local.get $n))))
    (if (i32.eqz (struct.get $top 0 (block $no (result (ref null $top))
        (br_on_cast $no anyref (ref null $top) (global.get $kept))
        (drop) (return (i32.const 0)))))
      (then (struct.set $top 0 (ref.cast (ref $top) (global.get $kept)) (i32.const 3))))
    (ref.test (ref $a) (global.get $kept))))
