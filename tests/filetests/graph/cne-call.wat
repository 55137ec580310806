;; Calls of a function that writes nothing are merged, and removed if unused. Loads are forwarded across them.
;; test: graph common,dead
;; run: f(3) == 21
(module
  (memory 1)
  (func $square (param i32) (result i32) (i32.mul (local.get 0) (local.get 0)))
  (func (export "f") (param i32) (result i32)
    (i32.store (i32.const 0) (local.get 0))
    (drop (call $square (i32.const 8)))
    (i32.add (i32.add (call $square (local.get 0)) (call $square (local.get 0))) (i32.load (i32.const 0)))))

;; expect:
;; ; cne:
;; f0: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.mul v0, v0
;; } => v3, s1.0, e2
;; ; cne: pure 2, stores 1
;; f1: graph (v0: i32, s1.0, s2.1, e3) {
;;   v4 = i32.const 0
;;   s5.0, e6 = i32.store v4, v0, s1.0, e3
;;   v7 = call f0 v0
;;   v8 = i32.add v7, v7
;;   v9 = i32.add v8, v0
;; } => v9, s5.0, s2.1, e6
