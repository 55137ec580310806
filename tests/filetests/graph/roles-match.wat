;; do { i++; if (i != 10) a[i] = i; } while (i != 10): the gamma's only output is the state of memory, which is not
;; redirected.
;; test: graph gvn,redirect,dead
;; run: f(4) == 17
;; run: f(0) == 17
(module
  (memory 1)
  (func (export "f") (param $i i32) (result i32)
    (loop $l
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (if (i32.ne (local.get $i) (i32.const 10))
        (then (i32.store (i32.mul (local.get $i) (i32.const 4)) (local.get $i))))
      (br_if $l (i32.ne (local.get $i) (i32.const 10))))
    (i32.add (i32.load (i32.const 36)) (i32.load (i32.const 32)))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, s2.1, e3) {
;;   v4, s5.0, e6 = theta (v7 = v0, s8.0 = s1.0, e9 = e3) {
;;     v10 = i32.const 1
;;     v11 = i32.add v7, v10
;;     v12 = i32.const 10
;;     v13 = i32.ne v11, v12
;;     c14 = match v13 {0 => 0, _ => 1}
;;     s15.0, e16 = gamma c14 {
;;       0:
;;       => s8.0, e9
;;       1:
;;         v17 = i32.const 4
;;         v18 = i32.mul v11, v17
;;         s19.0, e20 = i32.store v18, v11, s8.0, e9
;;       => s19.0, e20
;;     }
;;     c21 = match v13 {0 => 0, _ => 1}
;;     => c21 repeat v11, s15.0, e16
;;   }
;;   v22 = i32.const 36
;;   v23 = i32.load v22, s5.0
;;   v24 = i32.const 32
;;   v25 = i32.load v24, s5.0
;;   v26 = i32.add v23, v25
;; } => v26, s5.0, s2.1, e6
