;; A stored value is forwarded to a load whose address includes the store's offset; not the other way round, as then
;; only the load may trap.
;; test: graph common,dead
;; run: f(0, 9) == 9
;; run: g(0, 9) == 9
(module
  (memory 1)
  (func (export "f") (param i32 i32) (result i32)
    (i32.store offset=4 (local.get 0) (local.get 1))
    (i32.load (i32.add (local.get 0) (i32.const 4))))
  (func (export "g") (param i32 i32) (result i32)
    (i32.store (i32.add (local.get 0) (i32.const 4)) (local.get 1))
    (i32.load offset=4 (local.get 0))))

;; expect:
;; ; cne: stores 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   s5.0, e6 = i32.store offset=4 v0, v1, s2.0, e4
;; } => v1, s5.0, s3.1, e6
;; ; cne:
;; f1: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 4
;;   v6 = i32.add v0, v5
;;   s7.0, e8 = i32.store v6, v1, s2.0, e4
;;   v9, e10 = i32.load offset=4 v0, s7.0, e8
;; } => v9, s7.0, s3.1, e10
