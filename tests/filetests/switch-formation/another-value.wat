;; Not one chain: another value is tested in between, or there is an effect between two tests.
;; test: pass switch-formation,dce
;; run: f(3, 9) == 9
;; run: f(1, 2) == 5
;; run: g(2) == 3
(module
  (import "env" "log" (func $log (param i32)))
  (func (export "f") (param i32 i32) (result i32)
    (if (i32.eq (local.get 0) (i32.const 0)) (then (return (i32.const 4))))
    (if (i32.eq (local.get 0) (i32.const 1)) (then (return (i32.const 5))))
    (if (i32.eq (local.get 1) (i32.const 2)) (then (return (i32.const 6))))
    (if (i32.eq (local.get 0) (i32.const 3)) (then (return (local.get 1))))
    (i32.const 0))
  (func (export "g") (param i32) (result i32)
    (if (i32.eq (local.get 0) (i32.const 0)) (then (return (i32.const 1))))
    (if (i32.eq (local.get 0) (i32.const 1)) (then (return (i32.const 2))))
    (call $log (local.get 0))
    (if (i32.eq (local.get 0) (i32.const 2)) (then (return (i32.const 3))))
    (if (i32.eq (local.get 0) (i32.const 3)) (then (return (i32.const 4))))
    (i32.const 0)))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32, i32) -> (i32)
;;   ty2 = func (i32) -> (i32)
;;   import f0 "env" "log" : ty0 "log"
;;   export "f" f1
;;   export "g" f2
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.eq v0, v2
;;     br_if v3, b2, b3
;;   b1:
;;     v5 = i32.const 1
;;     v6 = i32.eq v0, v5
;;     br_if v6, b5, b6
;;   b2:
;;     v4 = i32.const 4
;;     return v4
;;   b3:
;;     jump b1
;;   b4:
;;     v8 = i32.const 2
;;     v9 = i32.eq v1, v8
;;     br_if v9, b8, b9
;;   b5:
;;     v7 = i32.const 5
;;     return v7
;;   b6:
;;     jump b4
;;   b7:
;;     v11 = i32.const 3
;;     v12 = i32.eq v0, v11
;;     br_if v12, b11, b12
;;   b8:
;;     v10 = i32.const 6
;;     return v10
;;   b9:
;;     jump b7
;;   b10:
;;     v13 = i32.const 0
;;     return v13
;;   b11:
;;     return v1
;;   b12:
;;     jump b10
;;   }
;;   func f2 : ty2 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.eq v0, v1
;;     br_if v2, b2, b3
;;   b1:
;;     v4 = i32.const 1
;;     v5 = i32.eq v0, v4
;;     br_if v5, b5, b6
;;   b2:
;;     v3 = i32.const 1
;;     return v3
;;   b3:
;;     jump b1
;;   b4:
;;     call f0 v0
;;     v7 = i32.const 2
;;     v8 = i32.eq v0, v7
;;     br_if v8, b8, b9
;;   b5:
;;     v6 = i32.const 2
;;     return v6
;;   b6:
;;     jump b4
;;   b7:
;;     v10 = i32.const 3
;;     v11 = i32.eq v0, v10
;;     br_if v11, b11, b12
;;   b8:
;;     v9 = i32.const 3
;;     return v9
;;   b9:
;;     jump b7
;;   b10:
;;     v13 = i32.const 0
;;     return v13
;;   b11:
;;     v12 = i32.const 4
;;     return v12
;;   b12:
;;     jump b10
;;   }
;; }
