;; A load is forwarded across a gamma whose alternatives write nothing, though one of them may trap.
;; test: graph common,dead
;; run: f(0, 3) == 9
;; run: f(8, 3) == 12
(module
  (memory 1)
  (func (export "f") (param i32 i32) (result i32)
    (local $a i32)
    (i32.store (i32.const 16) (i32.const 9))
    (local.set $a (i32.const 0))
    (if (local.get 0) (then (local.set $a (i32.div_u (i32.const 9) (local.get 1)))))
    (i32.add (local.get $a) (i32.load (i32.const 16)))))

;; expect:
;; ; cne: pure 3, stores 1
;; f0: graph (v0: i32, v1: i32, s2.0, s3.1, e4) {
;;   v5 = i32.const 0
;;   v6 = i32.const 16
;;   v7 = i32.const 9
;;   s8.0, e9 = i32.store v6, v7, s2.0, e4
;;   c10 = match v0 {0 => 0, _ => 1}
;;   v11, e12 = gamma c10 {
;;     0:
;;     => v5, e9
;;     1:
;;       v13, e14 = i32.div_u v7, v1, e9
;;     => v13, e14
;;   }
;;   v15 = i32.add v11, v7
;; } => v15, s8.0, s3.1, e12
