;; Three values that each iteration rotates: none is invariant.
;; test: graph redirect,dead
;; run: f(1, 1, 2, 3) == 231
;; run: f(2, 1, 2, 3) == 312
;; run: f(3, 1, 2, 3) == 123
(module
  (func (export "f") (param $n i32) (param $x i32) (param $y i32) (param $z i32) (result i32) (local $t i32)
    (loop $l
      (local.set $t (local.get $x))
      (local.set $x (local.get $y))
      (local.set $y (local.get $z))
      (local.set $z (local.get $t))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $l (local.get $n)))
    (i32.add (i32.mul (local.get $x) (i32.const 100))
      (i32.add (i32.mul (local.get $y) (i32.const 10)) (local.get $z)))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, v1: i32, v2: i32, v3: i32, s4.0, e5) {
;;   v6, v7, v8, v9 = theta (v10 = v0, v11 = v3, v12 = v2, v13 = v1) {
;;     v14 = i32.const 1
;;     v15 = i32.sub v10, v14
;;     c16 = match v15 {0 => 0, _ => 1}
;;     => c16 repeat v15, v13, v11, v12
;;   }
;;   v17 = i32.const 100
;;   v18 = i32.mul v9, v17
;;   v19 = i32.const 10
;;   v20 = i32.mul v8, v19
;;   v21 = i32.add v20, v7
;;   v22 = i32.add v18, v21
;; } => v22, s4.0, e5
