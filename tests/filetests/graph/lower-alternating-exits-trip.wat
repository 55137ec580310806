;; The same by construction and lowering alone.
;; test: pass graph-trip
;; run: r0(0,1,1,0,0,0) == 7
(module
  (global (mut i32) (i32.const 0))
  (func (export "r0") (param $p i32) (param $q i32) (param $r i32) (param $s i32) (param $t i32) (param $u i32) (result i32)
    (local $x i32) (local.set $x (local.get $r))
    (block $end
      (block $b
        (block $a
          (block $c4 (block $c3 (block $c2 (block $c1 (block $c0
            (br_table $c0 $c1 $c2 $c3 $c4 (i32.add (i32.add (local.get $p) (local.get $p)) (i32.add (local.get $q) (local.get $r)))))
            (global.set 0 (i32.const 10)) (br $a))
            (global.set 0 (i32.const 11)) (br $b))
            (global.set 0 (i32.const 12)) (br $end))
            (global.set 0 (i32.const 13)) (br $a))
            (global.set 0 (i32.const 14)) (br $b))
        (br_if $b (local.get $s))
        (local.set $x (i32.const 9))
        (br $end))
      (local.set $x (local.get $q))
      (br_if $end (local.get $t))
      (local.set $x (local.get $r))
      (br_if $end (local.get $u))
      (local.set $x (i32.const 7)))
    (local.get $x)))
