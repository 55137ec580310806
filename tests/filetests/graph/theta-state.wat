;; A loop that stores: a load after it is not the load before it.
;; test: graph redirect,dead
;; run: f(3, 5) == 5
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32) (local $r i32)
    (local.set $r (i32.load (i32.const 0)))
    (loop $l
      (i32.store (i32.const 0) (local.get $x))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.sub (i32.load (i32.const 0)) (local.get $r))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   v6, e7 = i32.load v5, s2.0, e4
;;   v8, s9.0, e10 = theta (v11 = v0, s12.0 = s2.0, e13 = e7) {
;;     v14 = i32.const 0
;;     s15.0, e16 = i32.store v14, v1, s12.0, e13
;;     v17 = i32.const 1
;;     v18 = i32.sub v11, v17
;;     c19 = match v18 {0 => 0, _ => 1}
;;     => c19 repeat v18, s15.0, e16
;;   }
;;   v20 = i32.const 0
;;   v21, e22 = i32.load v20, s9.0, e10
;;   v23 = i32.sub v21, v6
;; } => v23, s9.0, s3.1, e22
