;; An exit variable with the same origin before the gamma in all alternatives is redirected to it.
;; test: graph redirect,dead
;; run: f(1, 5) == 6
;; run: f(0, 5) == 6
(module
  (memory 1)
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (block $join (result i32)
      (if (local.get $c) (then
        (i32.store (i32.const 0) (local.get $x))
        (br $join (local.get $x))))
      (i32.store (i32.const 4) (local.get $x))
      (local.get $x))
    (i32.add (i32.const 1))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   c5 = match v0 {0 => 0, _ => 1}
;;   s6.0, e7 = gamma c5 {
;;     0:
;;       v8 = i32.const 4
;;       s9.0, e10 = i32.store v8, v1, s2.0, e4
;;     => s9.0, e10
;;     1:
;;       v11 = i32.const 0
;;       s12.0, e13 = i32.store v11, v1, s2.0, e4
;;     => s12.0, e13
;;   }
;;   v14 = i32.const 1
;;   v15 = i32.add v1, v14
;; } => v15, s6.0, s3.1, e7
