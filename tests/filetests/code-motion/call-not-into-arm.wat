;; A call stays if it may trap, may not return, or writes; and so does one that reads what is written in between.
;; test: pass graph
;; run: traps(0, 0) == trap
;; run: traps(0, 3) == 3
;; run: endless(1, 4) == 6
;; run: writes(0, 3) == 4
;; run: reads(1, 3) == 3
;; run: reads(1, 4) == 3
(module
  (global $g (mut i32) (i32.const 1))
  (func $traps (param $x i32) (result i32) (i32.div_u (i32.const 100) (local.get $x)))
  (func $endless (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 2))) (local.get $x))))
    (i32.add (local.get $x) (i32.const 2)))
  (func $writes (param $x i32) (result i32)
    (global.set $g (local.get $x))
    (i32.add (local.get $x) (i32.const 2)))
  (func $reads (param $x i32) (result i32) (i32.mul (global.get $g) (local.get $x)))
  (func (export "traps") (param $c i32) (param $x i32) (result i32)
    (local $t i32)
    (local.set $t (call $traps (local.get $x)))
    (if (result i32) (local.get $c) (then (local.get $t)) (else (local.get $x))))
  (func (export "endless") (param $c i32) (param $x i32) (result i32)
    (local $t i32)
    (local.set $t (call $endless (local.get $x)))
    (if (result i32) (local.get $c) (then (local.get $t)) (else (local.get $x))))
  (func (export "writes") (param $c i32) (param $x i32) (result i32)
    (local $t i32)
    (local.set $t (call $writes (local.get $x)))
    (if (result i32) (local.get $c) (then (local.get $t)) (else (i32.add (global.get $g) (i32.const 1)))))
  (func (export "reads") (param $c i32) (param $x i32) (result i32)
    (local $t i32)
    (global.set $g (i32.const 1))
    (local.set $t (call $reads (i32.const 3)))
    (global.set $g (local.get $x))
    (if (result i32) (local.get $c) (then (local.get $t)) (else (local.get $x)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   global g0 : mut i32 "g" = i32.const 1
;;   export "traps" f4
;;   export "endless" f5
;;   export "writes" f6
;;   export "reads" f7
;;   func f0 : ty0 "traps" {
;;   b0(v0: i32):
;;     v1 = i32.const 100
;;     v2 = i32.div_u v1, v0
;;     return v2
;;   }
;;   func f1 : ty0 "endless" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     v3 = i32.const 2
;;     v4 = i32.add v2, v3
;;     v5 = i32.ne v4, v0
;;     br_if v5, b1(v4), b2
;;   b2:
;;     v6 = i32.const 2
;;     v7 = i32.add v0, v6
;;     return v7
;;   }
;;   func f2 : ty0 "writes" {
;;   b0(v0: i32):
;;     global.set g0 v0
;;     v1 = i32.const 2
;;     v2 = i32.add v0, v1
;;     return v2
;;   }
;;   func f3 : ty0 "reads" {
;;   b0(v0: i32):
;;     v1 = global.get g0
;;     v2 = i32.mul v1, v0
;;     return v2
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = call f0 v1
;;     br_if v0, b2, b3
;;   b1(v4: i32):
;;     return v4
;;   b2:
;;     jump b1(v3)
;;   b3:
;;     jump b1(v1)
;;   }
;;   func f5 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = call f1 v1
;;     br_if v0, b2, b3
;;   b1(v4: i32):
;;     return v4
;;   b2:
;;     jump b1(v3)
;;   b3:
;;     jump b1(v1)
;;   }
;;   func f6 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = call f2 v1
;;     br_if v0, b2(v2), b1
;;   b1:
;;     v3 = i32.const 1
;;     v4 = global.get g0
;;     v5 = i32.add v4, v3
;;     jump b2(v5)
;;   b2(v6: i32):
;;     return v6
;;   }
;;   func f7 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.const 1
;;     global.set g0 v3
;;     v4 = i32.const 3
;;     v5 = call f3 v4
;;     global.set g0 v1
;;     br_if v0, b2, b3
;;   b1(v6: i32):
;;     return v6
;;   b2:
;;     jump b1(v5)
;;   b3:
;;     jump b1(v1)
;;   }
;; }
