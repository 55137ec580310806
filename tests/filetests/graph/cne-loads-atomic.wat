;; An atomic access makes writes of other threads visible: loads before and after it are not merged, even if it
;; accesses other bytes.
;; test: graph common,dead
;; run: f(0, 8) == 0
(module
  (memory 1 1 shared)
  (func (export "f") (param i32 i32) (result i32)
    (local $a i32)
    (local.set $a (i32.load (local.get 0)))
    (drop (i32.atomic.rmw.add offset=8 (local.get 0) (local.get 1)))
    (i32.sub (local.get $a) (i32.load (local.get 0)))))

;; expect:
;; ; cne:
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5, e6 = i32.load v0, s2.0, e4
;;   v7, s8.0, s9.1, e10 = i32.atomic.rmw.add offset=8 v0, v1, s2.0, s3.1, e6
;;   v11 = i32.load v0, s8.0, e6
;;   v12 = i32.sub v5, v11
;; } => v12, s8.0, s9.1, e10
