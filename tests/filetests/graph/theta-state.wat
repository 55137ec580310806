;; A loop that stores: a load after it is not merged with the one before it.
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
;;   v6 = i32.load v5, s2.0
;;   v7, s8.0, e9 = theta (v10 = v0, s11.0 = s2.0, e12 = e4) {
;;     v13 = i32.const 0
;;     s14.0, e15 = i32.store v13, v1, s11.0, e12
;;     v16 = i32.const 1
;;     v17 = i32.sub v10, v16
;;     c18 = match v17 {0 => 0, _ => 1}
;;     => c18 repeat v17, s14.0, e15
;;   }
;;   v19 = i32.const 0
;;   v20 = i32.load v19, s8.0
;;   v21 = i32.sub v20, v6
;; } => v21, s8.0, s3.1, e9
