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
;;   v6, v7, v8, v9, e10 = theta (v11 = v0, v12 = v3, v13 = v2, v14 = v1, e15 = e5) {
;;     v16 = i32.const 1
;;     v17 = i32.sub v11, v16
;;     c18 = match v17 {0 => 0, _ => 1}
;;     => c18 repeat v17, v14, v12, v13, e15
;;   }
;;   v19 = i32.const 100
;;   v20 = i32.mul v9, v19
;;   v21 = i32.const 10
;;   v22 = i32.mul v8, v21
;;   v23 = i32.add v22, v7
;;   v24 = i32.add v20, v23
;; } => v24, s4.0, e10
