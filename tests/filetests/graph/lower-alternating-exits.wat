;; Exits to one join that hand on equal values alternately: each keeps its own.
;; test: pass graph
;; run: r0(0,1,0,0,0,1) == 0
;; run: r0(0,0,0,1,0,1) == 0
;; run: r0(0,0,0,0,0,0) == 9
;; run: r0(1,0,0,0,0,0) == 9
;; run: r0(0,1,0,0,1,0) == 1
;; run: r0(0,1,0,0,0,0) == 7
(module
  (func (export "r0") (param $p i32) (param $q i32) (param $r i32) (param $s i32) (param $t i32) (param $u i32) (result i32)
    (local $x i32)
    (block $end
      (block $b
        (block $a
          (br_if $a (local.get $p))
          (br_if $b (local.get $q))
          (br_if $end (local.get $r)))
        (br_if $b (local.get $s))
        (local.set $x (i32.const 9))
        (br $end))
      (local.set $x (i32.const 1))
      (br_if $end (local.get $t))
      (local.set $x (i32.const 0))
      (br_if $end (local.get $u))
      (local.set $x (i32.const 7)))
    (local.get $x)))
