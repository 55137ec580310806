;; A list traversal with br_on_null: a value that passes through the loop is redirected, the reference is not.
;; test: graph redirect,dead
;; run: f(5) == 7
(module
  (type $s (struct (field (ref null $s))))
  (func (export "f") (param $x i32) (result i32) (local $p (ref null $s)) (local $n i32)
    (local.set $p (struct.new $s (struct.new $s (ref.null $s))))
    (local.get $x)
    (loop $l (param i32) (result i32)
      (local.set $x)
      (block $null
        (br_on_null $null (local.get $p))
        (local.set $p (struct.get $s 0))
        (local.set $n (i32.add (local.get $n) (i32.const 1)))
        (br $l (local.get $x)))
      (i32.add (local.get $x) (local.get $n)))))

;; expect:
;; ; gamma 0, theta 1, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, e2) {
;;   v3 = undef (ref null (module 0))
;;   v4 = undef i32
;;   c5 = control 2
;;   c6 = control 1
;;   v7 = i32.const 0
;;   v8 = ref.null ty0
;;   v9 = struct.new ty0 v8
;;   v10 = struct.new ty0 v9
;;   v11, v12, e13, v14 = theta (v15 = v7, v16 = v10, e17 = e2, v18 = v4) {
;;     c19 = test br_on_null v16
;;     v20, v21, c22 = gamma c19 {
;;       0: v23: (ref (module 0))
;;         v24 = struct.get ty0 0 v23
;;         v25 = i32.const 1
;;         v26 = i32.add v15, v25
;;       => v26, v24, c6
;;       1:
;;       => v4, v3, c5
;;     }
;;     c27 = match c22 {1 => 1, _ => 0}
;;     => c27 repeat v20, v21, e17, v15
;;   }
;;   v28 = i32.add v0, v14
;; } => v28, s1.0, e13
