;; Construction and lowering alone: exits to one merge alternate between equal values.
;; test: pass graph-round-trip
;; run: r0(0,1,0,0,0,1) == 0
;; run: r0(0,1,0,0,1,0) == 1
;; run: r0(0,0,1,0,1,0) == 0
;; run: r0(0,0,1,0,0,1) == 1
;; run: r0(0,1,0,0,0,0) == 7
;; run: r0(1,1,0,0,0,0) == 9
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

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32, i32, i32, i32) -> (i32)
;;   global g0 : mut i32 = i32.const 0
;;   export "r0" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32, v3: i32, v4: i32, v5: i32):
;;     v6 = i32.add v0, v0
;;     v7 = i32.add v1, v2
;;     v8 = i32.add v6, v7
;;     br_table v8, b1, b2, b3, b4, b5
;;   b1:
;;     v9 = i32.const 10
;;     global.set g0 v9
;;     jump b6
;;   b2:
;;     v10 = i32.const 11
;;     global.set g0 v10
;;     jump b8
;;   b3:
;;     v11 = i32.const 12
;;     global.set g0 v11
;;     jump b11(v2)
;;   b4:
;;     v12 = i32.const 13
;;     global.set g0 v12
;;     jump b6
;;   b5:
;;     v13 = i32.const 14
;;     global.set g0 v13
;;     jump b8
;;   b6:
;;     br_if v3, b8, b7
;;   b7:
;;     v14 = i32.const 9
;;     jump b11(v14)
;;   b8:
;;     br_if v4, b11(v1), b9
;;   b9:
;;     br_if v5, b11(v2), b10
;;   b10:
;;     v15 = i32.const 7
;;     jump b11(v15)
;;   b11(v16: i32):
;;     return v16
;;   }
;; }
