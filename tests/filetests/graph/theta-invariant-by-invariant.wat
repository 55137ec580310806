;; A loop variable that becomes a later one with the same pre value is invariant once the later one is.
;; test: graph redirect,dead
;; run: f(1, 5) == 10
;; run: f(3, 5) == 10
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (result i32) (local $y i32) (local $z i32)
    (local.get $x)
    (local.get $x)
    (loop $l (param i32 i32) (result i32 i32)
      (local.set $z)
      (local.set $y)
      (i32.store (local.get $n) (local.get $y))
      (local.get $z)
      (local.get $z)
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.add)))

;; expect:
;; ; gamma 0, theta 2, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5, s6.0, e7 = theta (v8 = v0, s9.0 = s2.0, e10 = e4) {
;;     s11.0, e12 = i32.store v8, v1, s9.0, e10
;;     v13 = i32.const 1
;;     v14 = i32.sub v8, v13
;;     c15 = match v14 {0 => 0, _ => 1}
;;     => c15 repeat v14, s11.0, e12
;;   }
;;   v16 = i32.add v1, v1
;; } => v16, s6.0, s3.1, e7
