;; Lowering: exits to one merge alternate between equal values, and each keeps its own.
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

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32, i32, i32, i32) -> (i32)
;;   export "r0" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32, v3: i32, v4: i32, v5: i32):
;;     v6 = i32.const 0
;;     br_if v0, b3, b1
;;   b1:
;;     br_if v1, b4, b2
;;   b2:
;;     br_if v2, b7(v6), b3
;;   b3:
;;     v7 = i32.const 9
;;     br_if v3, b4, b7(v7)
;;   b4:
;;     v8 = i32.const 1
;;     br_if v4, b7(v8), b5
;;   b5:
;;     br_if v5, b7(v6), b6
;;   b6:
;;     v9 = i32.const 7
;;     jump b7(v9)
;;   b7(v10: i32):
;;     return v10
;;   }
;; }
