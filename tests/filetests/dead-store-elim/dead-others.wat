;; Dead stores of all kinds: globals, fields, bytes that a wider store or a fill overwrites, on several paths.
;; test: pass unreachable,gvn,load-elim,dead-store-elim,dce
;; run: global(5) == 5
;; run: field(5) == 5
;; run: wider(5) == 0
;; run: fill(5) == 0x0101
;; run: paths(1) == 2
(module
  (type $s (struct (field (mut i32)) (field (mut i32))))
  (memory 1)
  (global $g (export "g") (mut i32) (i32.const 0))
  (func (export "global") (param $x i32) (result i32)
    (global.set $g (i32.const 1))
    (if (local.get $x) (then (global.set $g (local.get $x))) (else (global.set $g (i32.const 2))))
    (global.get $g))
  (func $field (export "field") (param $x i32) (result i32)
    (local $o (ref null $s))
    (local.set $o (struct.new $s (i32.const 0) (i32.const 0)))
    (struct.set $s 0 (ref.as_non_null (local.get $o)) (i32.const 1))
    (struct.set $s 1 (ref.as_non_null (local.get $o)) (i32.const 2))
    (struct.set $s 0 (ref.as_non_null (local.get $o)) (local.get $x))
    (struct.get $s 0 (local.get $o)))
  (func (export "wider") (param $x i32) (result i32)
    (i32.store8 (i32.const 17) (local.get $x))
    (i64.store (i32.const 16) (i64.const 0))
    (i32.load8_u (i32.const 17)))
  (func (export "fill") (param $x i32) (result i32)
    (i32.store (i32.const 20) (local.get $x))
    (memory.fill (i32.const 16) (i32.const 1) (i32.const 8))
    (i32.load16_u (i32.const 20)))
  (func (export "paths") (param $x i32) (result i32)
    (i32.store (i32.const 16) (i32.const 1))
    (block $end
      (block $a
        (br_if $a (local.get $x))
        (i32.store (i32.const 16) (i32.const 3))
        (br $end))
      (i32.store (i32.const 16) (i32.const 2)))
    (i32.load (i32.const 16))))

;; expect:
;; module {
;;   ty0 "s" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "g" g0
;;   export "global" f0
;;   export "field" f1
;;   export "wider" f2
;;   export "fill" f3
;;   export "paths" f4
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b1:
;;     v3 = global.get g0
;;     return v3
;;   b2:
;;     global.set g0 v0
;;     jump b1
;;   b3:
;;     v2 = i32.const 2
;;     global.set g0 v2
;;     jump b1
;;   }
;;   func f1 : ty1 "field" {
;;   b0(v0: i32):
;;     return v0
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 16
;;     v3 = i64.const 0
;;     i64.store v2, v3
;;     v5 = i32.const 0
;;     return v5
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 16
;;     v3 = i32.const 1
;;     v4 = i32.const 8
;;     memory.fill m0 v2, v3, v4
;;     v6 = i32.const 257
;;     return v6
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 16
;;     br_if v0, b2, b3
;;   b1(v9: i32):
;;     return v9
;;   b2:
;;     v6 = i32.const 2
;;     i32.store v1, v6
;;     jump b1(v6)
;;   b3:
;;     v4 = i32.const 3
;;     i32.store v1, v4
;;     jump b1(v4)
;;   }
;; }
