;; A call of a function that writes is neither merged nor removed, and loads are not forwarded across it. One that
;; writes a global does not affect memory.
;; test: graph common,dead
;; run: f(3) == 9
(module
  (memory 1)
  (global $g (mut i32) (i32.const 3))
  (func $bump (result i32)
    (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1)))
    (i32.const 0))
  (func $set (param i32) (global.set $g (local.get 0)))
  (func (export "f") (param i32) (result i32)
    (i32.store (i32.const 0) (local.get 0))
    (drop (call $bump))
    (drop (call $bump))
    (i32.store (i32.const 4) (i32.const 4))
    (call $set (i32.const 5))
    (i32.add (i32.load (i32.const 4)) (i32.load (i32.const 0)))))

;; expect:
;; ; cne: pure 2
;; f0: graph (s0.0, s1.1, e2) {
;;   v3 = i32.const 0
;;   v4 = i32.load v3, s0.0
;;   v5 = i32.const 1
;;   v6 = i32.add v4, v5
;;   s7.0, e8 = i32.store v3, v6, s0.0, e2
;; } => v3, s7.0, s1.1, e8
;; ; cne:
;; f1: graph (v0: i32, s1.0, s2.1, e3) {
;;   s4.0, e5 = global.set g0 v0, s1.0, e3
;; } => s4.0, s2.1, e5
;; ; cne: pure 3, stores 1
;; f2: graph (v0: i32, s1.0, s2.1, s3.2, e4) {
;;   v5 = i32.const 0
;;   s6.0, e7 = i32.store v5, v0, s1.0, e4
;;   v8, s9.0, e10 = call f0 s6.0, e7
;;   v11, s12.0, e13 = call f0 s9.0, e10
;;   v14 = i32.const 4
;;   s15.0, e16 = i32.store v14, v14, s12.0, e13
;;   v17 = i32.const 5
;;   s18.1, e19 = call f1 v17, s2.1, e16
;;   v20 = i32.load v5, s15.0
;;   v21 = i32.add v14, v20
;; } => v21, s15.0, s18.1, s3.2, e19
