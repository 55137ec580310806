;; An object that is only read may have two names behind an edge: its fields are copied.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 2
;; run: f(3) == 11
(module
  (type $pair (struct (field i32) (field i32)))
  (func (export "f") (param $n i32) (result i32)
    (local $c (ref $pair)) (local $z (ref $pair))
    (local.set $c (struct.new $pair (local.get $n) (i32.const 2)))
    (local.set $z (local.get $c))
    (loop $next
      (if (local.get $n)
        (then
          (local.set $z (struct.new $pair (struct.get $pair 0 (local.get $c))
            (i32.add (struct.get $pair 1 (local.get $z)) (struct.get $pair 1 (local.get $c)))))
          (local.set $n (i32.sub (local.get $n) (i32.const 1)))
          (br $next))))
    (i32.add (struct.get $pair 0 (local.get $z))
      (i32.add (struct.get $pair 1 (local.get $z)) (i32.mul (i32.const 0) (i32.const 2))))))
