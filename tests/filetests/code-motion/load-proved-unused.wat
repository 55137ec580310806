;; An unused load that an access in front of it proves in bounds is deleted; one that none proves is not.
;; test: graph dead
;; run: f(65528) == 0
;; run: f(65529) == trap
;; run: g(65532) == 0
;; run: g(65533) == trap
(module
  (memory 1)
  (func (export "f") (param $p i32) (result i32)
    (local $x i32)
    (local.set $x (i32.load offset=4 (local.get $p)))
    (drop (i32.load offset=2 (local.get $p)))
    (local.get $x))
  (func (export "g") (param $p i32) (result i32)
    (local $x i32)
    (local.set $x (i32.load8_u (local.get $p)))
    (drop (i32.load (local.get $p)))
    (local.get $x)))

;; expect:
;; f0: graph (v0: i32, s1.0, s2.1, e3) {
;;   v4, e5 = i32.load offset=4 v0, s1.0, e3
;; } => v4, s1.0, s2.1, e5
;; f1: graph (v0: i32, s1.0, s2.1, e3) {
;;   v4, e5 = i32.load8_u v0, s1.0, e3
;;   v6, e7 = i32.load v0, s1.0, e5
;; } => v4, s1.0, s2.1, e7
