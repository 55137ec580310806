;; A function whose tail calls and returns all give the same parameter passes it through; also a chain of tail calls.
;; test: pass graph
;; run: one(7) == 0
;; run: ways(7, 0) == 0
;; run: ways(7, 1) == 0
(module
  (global $n (mut i32) (i32.const 0))
  (func $a (param i32) (result i32) (global.set $n (local.get 0)) (local.get 0))
  (func $b (param i32 i32) (result i32) (global.set $n (i32.const 5)) (return_call $a (local.get 1)))
  (func $c (param $x i32) (param $n i32) (result i32)
    (if (local.get $n) (then (return_call $b (i32.const 3) (local.get $x))))
    (global.set $n (i32.const 8))
    (local.get $x))
  (func (export "one") (param i32) (result i32)
    (i32.sub (call $b (i32.const 1) (local.get 0)) (local.get 0)))
  (func (export "ways") (param $x i32) (param $n i32) (result i32)
    (i32.sub (call $c (local.get $x) (local.get $n)) (local.get $x))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   global g0 : mut i32 "n" = i32.const 0
;;   export "one" f3
;;   export "ways" f4
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
;;     v3 = i32.const 8
;;     global.set g0 v3
;;     return v0
;;   b2:
;;     v2 = i32.const 3
;;     return_call f1 v2, v0
;;   b3:
;;     jump b1
;;   }
;;   func f3 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = call f1 v1, v0
;;     v3 = i32.const 0
;;     return v3
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = call f2 v0, v1
;;     v3 = i32.const 0
;;     return v3
;;   }
;; }
