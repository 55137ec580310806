;; A read of a global is forwarded across writes of other globals, but two imported globals may be the same one.
;; test: graph common,dead
(module
  (import "m" "a" (global $a (mut i32)))
  (import "m" "b" (global $b (mut i32)))
  (global $c (mut i32) (i32.const 0))
  (func (export "own") (param i32) (result i32)
    (global.set $c (local.get 0))
    (global.set $a (i32.const 1))
    (global.get $c))
  (func (export "imported") (param i32) (result i32)
    (global.set $a (local.get 0))
    (global.set $b (i32.const 1))
    (global.get $a)))

;; expect:
;; ; cne: stores 1
;; f0: graph (v0: i32, s1.0, s2.1, s3.2, e4) {
;;   s5.0, e6 = global.set g2 v0, s1.0, e4
;;   v7 = i32.const 1
;;   s8.1, e9 = global.set g0 v7, s2.1, e6
;; } => v0, s5.0, s8.1, s3.2, e9
;; ; cne:
;; f1: graph (v0: i32, s1.0, s2.1, e3) {
;;   s4.0, e5 = global.set g0 v0, s1.0, e3
;;   v6 = i32.const 1
;;   s7.0, e8 = global.set g1 v6, s4.0, e5
;;   v9 = global.get g0 s7.0
;; } => v9, s7.0, s2.1, e8
