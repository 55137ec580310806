;; The last test of a chain leads back to the first: the chain ends there.
;; test: pass switch-formation,dce
;; run: f(2) == 3
(module
  (func (export "f") (param i32) (result i32)
    (loop $again
      (if (i32.eq (local.get 0) (i32.const 0)) (then (return (i32.const 1))))
      (if (i32.eq (local.get 0) (i32.const 1)) (then (return (i32.const 2))))
      (if (i32.eq (local.get 0) (i32.const 2)) (then (return (i32.const 3))))
      (br_if $again (i32.ne (local.get 0) (i32.const 3))))
    (i32.const 4)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     jump b1
;;   b1:
;;     br_table v0, b3, b6, b9, b11, b1
;;   b3:
;;     v3 = i32.const 1
;;     return v3
;;   b6:
;;     v6 = i32.const 2
;;     return v6
;;   b9:
;;     v9 = i32.const 3
;;     return v9
;;   b11:
;;     v12 = i32.const 4
;;     return v12
;;   }
;; }
