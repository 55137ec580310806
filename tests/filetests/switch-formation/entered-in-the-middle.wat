;; A test with another predecessor begins a chain of its own.
;; test: pass switch-formation,dce
;; run: f(0, 0) == 1
;; run: f(0, 1) == 0
;; run: f(3, 0) == 4
;; run: f(3, 1) == 4
(module
  (func (export "f") (param i32 i32) (result i32)
    block $middle
      local.get 1
      br_if $middle
      (if (i32.eq (local.get 0) (i32.const 0)) (then (return (i32.const 1))))
      (if (i32.eq (local.get 0) (i32.const 1)) (then (return (i32.const 2))))
    end
    (if (i32.eq (local.get 0) (i32.const 2)) (then (return (i32.const 3))))
    (if (i32.eq (local.get 0) (i32.const 3)) (then (return (i32.const 4))))
    (i32.const 0)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     br_if v1, b1, b2
;;   b1:
;;     v8 = i32.const 2
;;     v9 = i32.eq v0, v8
;;     br_if v9, b10, b11
;;   b2:
;;     v2 = i32.const 0
;;     v3 = i32.eq v0, v2
;;     br_if v3, b4, b5
;;   b3:
;;     v5 = i32.const 1
;;     v6 = i32.eq v0, v5
;;     br_if v6, b7, b8
;;   b4:
;;     v4 = i32.const 1
;;     return v4
;;   b5:
;;     jump b3
;;   b6:
;;     jump b1
;;   b7:
;;     v7 = i32.const 2
;;     return v7
;;   b8:
;;     jump b6
;;   b9:
;;     v11 = i32.const 3
;;     v12 = i32.eq v0, v11
;;     br_if v12, b13, b14
;;   b10:
;;     v10 = i32.const 3
;;     return v10
;;   b11:
;;     jump b9
;;   b12:
;;     v14 = i32.const 0
;;     return v14
;;   b13:
;;     v13 = i32.const 4
;;     return v13
;;   b14:
;;     jump b12
;;   }
;; }
