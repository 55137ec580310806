;; Two loads are not merged across a store that may overlap.
;; test: graph common,dead
;; run: f(0, 2, 9) == -589824
;; run: f(0, 8, 9) == 0
(module
  (memory 1)
  (func (export "f") (param i32 i32 i32) (result i32)
    (local $a i32)
    (local.set $a (i32.load (local.get 0)))
    (i32.store (local.get 1) (local.get 2))
    (i32.sub (local.get $a) (i32.load (local.get 0)))))

;; expect:
;; ; cne:
;; f0: graph (v0: i32, v1: i32, v2: i32, s3.0, s4.1, e5) {
;;   v6, e7 = i32.load v0, s3.0, e5
;;   s8.0, e9 = i32.store v1, v2, s3.0, e7
;;   v10 = i32.load v0, s8.0, e7
;;   v11 = i32.sub v6, v10
;; } => v11, s8.0, s4.1, e9
