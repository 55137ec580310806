;; A node is merged with one of an enclosing region, and not with one of a sibling alternative.
;; test: graph common,dead
;; run: f(1, 5) == 23
;; run: f(0, 5) == 10
;; run: f(3, 5) == 29
(module
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (i32.add (i32.add (local.get $c) (local.get $x)) ;; in all regions
      (if (result i32) (local.get $c)
        (then (i32.add (i32.mul (i32.add (local.get $x) (local.get $c)) (i32.const 2)) (i32.mul (local.get $x) (i32.const 1))))
        (else (i32.mul (local.get $x) (i32.const 1)))))))

;; expect:
;; ; cne: pure 1
;; f0: graph (v0: i32, v1: i32, s2.0, e3) {
;;   v4 = i32.add v0, v1
;;   c5 = match v0 {0 => 0, _ => 1}
;;   v6 = gamma c5 {
;;     0:
;;       v7 = i32.const 1
;;       v8 = i32.mul v1, v7
;;     => v8
;;     1:
;;       v9 = i32.const 2
;;       v10 = i32.mul v4, v9
;;       v11 = i32.const 1
;;       v12 = i32.mul v1, v11
;;       v13 = i32.add v10, v12
;;     => v13
;;   }
;;   v14 = i32.add v4, v6
;; } => v14, s2.0, e3
