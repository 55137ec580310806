;; A field is read before a loop that writes other objects, by their types or since they are new, only.
;; test: pass licm,dce
;; run: f(3) == 6
;; run: g(3) == 9
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $left (sub $base (struct (field (mut i32)) (field (mut i32)))))
  (type $right (sub $base (struct (field (mut i32)) (field (mut i64)))))
  (global $l (mut (ref $left)) (struct.new $left (i32.const 2) (i32.const 0)))
  (global $r (mut (ref $right)) (struct.new $right (i32.const 0) (i64.const 0)))
  (global $b (mut (ref null $base)) (ref.null $base))
  (func (export "f") (param $n i32) (result i32)
    (local $s i32) (local $o (ref $left)) (local $q (ref $right))
    (local.set $o (global.get $l))
    (local.set $q (global.get $r))
    (loop $next
      (local.set $s (i32.add (local.get $s) (struct.get $left 0 (local.get $o))))
      (struct.set $right 0 (local.get $q) (local.get $s))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $next (local.get $n)))
    (local.get $s))
  ;; This one may be written.
  (func (export "g") (param $n i32) (result i32)
    (local $s i32) (local $o (ref $left)) (local $q (ref null $base))
    (local.set $o (global.get $l))
    (global.set $b (local.get $o))
    (local.set $q (global.get $b))
    (loop $next
      (local.set $s (i32.add (local.get $s) (struct.get $left 0 (local.get $o))))
      (struct.set $base 0 (local.get $q) (i32.add (local.get $s) (i32.const 0)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $next (local.get $n)))
    (i32.add (local.get $s) (i32.const 1))))
