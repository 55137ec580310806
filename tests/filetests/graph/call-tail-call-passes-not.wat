;; Tail calls that give another parameter, or of a function through a table, pass nothing through.
;; test: pass graph
;; run: other(7, 3) == -4
;; run: differ(7, 0) == 0
;; run: differ(7, 1) == -6
;; run: unknown(7) == 0
(module
  (type $t (func (param i32) (result i32)))
  (table 1 funcref) (elem (i32.const 0) func $a)
  (global $n (mut i32) (i32.const 0))
  (func $a (type $t) (global.set $n (local.get 0)) (local.get 0))
  (func $b (param i32 i32) (result i32) (global.set $n (i32.const 5)) (return_call $a (local.get 1)))
  (func $c (param $x i32) (param $n i32) (result i32)
    (if (local.get $n) (then (return_call $a (local.get $n))))
    (local.get $x))
  (func $d (param $x i32) (result i32) (return_call_indirect (type $t) (local.get $x) (i32.const 0)))
  (func (export "other") (param i32 i32) (result i32)
    (i32.sub (call $b (local.get 0) (local.get 1)) (local.get 0)))
  (func (export "differ") (param $x i32) (param $n i32) (result i32)
    (i32.sub (call $c (local.get $x) (local.get $n)) (local.get $x)))
  (func (export "unknown") (param $x i32) (result i32)
    (i32.sub (call $d (local.get $x)) (local.get $x))))

;; expect:
;; module {
;;   ty0 "t" = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   table t0 : 1.. funcref
;;   global g0 : mut i32 "n" = i32.const 0
;;   export "other" f4
;;   export "differ" f5
;;   export "unknown" f6
;;   elem elem0 active t0 (i32.const 0) funcs f0
;;   func f0 : ty0 "a" {
;;   b0(v0: i32):
;;     global.set g0 v0
;;     return v0
;;   }
;;   func f1 : ty1 "b" {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 5
;;     global.set g0 v2
;;     return_call f0 v1
;;   }
;;   func f2 : ty1 "c" {
;;   b0(v0: i32, v1: i32):
;;     br_if v1, b2, b3
;;   b1:
;;     return v0
;;   b2:
;;     return_call f0 v1
;;   b3:
;;     jump b1
;;   }
;;   func f3 : ty0 "d" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     return_call_indirect ty0 t0 v0, v1
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = call f1 v0, v1
;;     v3 = i32.sub v1, v0
;;     return v3
;;   }
;;   func f5 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = call f2 v0, v1
;;     v3 = i32.sub v2, v0
;;     return v3
;;   }
;;   func f6 : ty0 {
;;   b0(v0: i32):
;;     v1 = call f3 v0
;;     v2 = i32.sub v1, v0
;;     return v2
;;   }
;; }
