;; Two equal loads are merged across a store elsewhere, and the order edge skips the second one.
;; test: graph common,dead
;; run: f(0, 9) == 0
(module
  (memory 1)
  (func (export "f") (param i32 i32) (result i32)
    (local $a i32)
    (local.set $a (i32.load (local.get 0)))
    (i32.store offset=4 (local.get 0) (local.get 1))
    (i32.sub (local.get $a) (i32.load (local.get 0)))))

;; expect:
;; ; cne: loads 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5, e6 = i32.load v0, s2.0, e4
;;   s7.0, e8 = i32.store offset=4 v0, v1, s2.0, e6
;;   v9 = i32.sub v5, v5
;; } => v9, s7.0, s3.1, e8
