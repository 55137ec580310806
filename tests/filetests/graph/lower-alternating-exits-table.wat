;; Lowering: exits to one merge alternate between equal values, with a jump table among the exits.
;; test: pass graph
;; run: r0(0,1,0,0,0,1) == 0
;; run: r0(0,0,0,1,0,1) == 0
;; run: r0(0,0,0,1,0,0) == 6
;; run: r0(0,0,1,0,0,0) == 0
(module (global (mut i32) (i32.const 0))
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
      (block $c (block $d
        (br_table $d $c $end (i32.add (local.get $u) (local.get $u))))
        (global.set 0 (i32.const 5)) (local.set $x (i32.const 6)) (br $end))
      (local.set $x (i32.const 7)))
    (local.get $x)))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32, i32, i32, i32) -> (i32)
;;   global g0 : mut i32 = i32.const 0
;;   export "r0" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32, v3: i32, v4: i32, v5: i32):
;;     v6 = i32.const 0
;;     br_if v0, b3, b1
;;   b1:
;;     br_if v1, b4, b2
;;   b2:
;;     br_if v2, b8(v6), b3
;;   b3:
;;     v7 = i32.const 9
;;     br_if v3, b4, b8(v7)
;;   b4:
;;     v8 = i32.const 1
;;     br_if v4, b8(v8), b5
;;   b5:
;;     v9 = i32.add v5, v5
;;     br_table v9, b6, b7, b8(v6)
;;   b6:
;;     v10 = i32.const 5
;;     global.set g0 v10
;;     v11 = i32.const 6
;;     jump b8(v11)
;;   b7:
;;     v12 = i32.const 7
;;     jump b8(v12)
;;   b8(v13: i32):
;;     return v13
;;   }
;; }
