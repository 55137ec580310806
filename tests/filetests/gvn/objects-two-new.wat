;; Two allocations are two objects, in a loop too.
;; test: pass gvn,dce
;; run: f(3) == 3
;; run: g(3) == 5
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (global $a (mut (ref null $pair)) (ref.null $pair))
  (global $b (mut (ref null $pair)) (ref.null $pair))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref $pair)) (local $q (ref $pair))
    (local.set $p (struct.new $pair (local.get $x) (i32.const 1)))
    (local.set $q (struct.new $pair (local.get $x) (i32.const 1)))
    (global.set $a (local.get $p))
    (global.set $b (local.get $q))
    (struct.set $pair 0 (local.get $q) (i32.const 9))
    (struct.get $pair 0 (local.get $p)))
  ;; The object of the iteration before is not the one of this iteration.
  (func (export "g") (param $n i32) (result i32)
    (local $p (ref $pair)) (local $old (ref $pair))
    (local.set $p (struct.new $pair (i32.const 1) (i32.const 0)))
    (loop $next
      (local.set $old (local.get $p))
      (local.set $p (struct.new $pair (local.get $n) (i32.const 0)))
      (global.set $a (local.get $p))
      (struct.set $pair 0 (local.get $old) (i32.const 4))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $next (local.get $n)))
    (i32.add (struct.get $pair 0 (local.get $p)) (struct.get $pair 0 (local.get $old)))))
