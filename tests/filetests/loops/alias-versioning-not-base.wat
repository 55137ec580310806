;; Alias versioning: a pointer in memory may be the base itself, so its store may write a variable.
;; test: pass alias-versioning
;; run: f(64, 5) == 9
;; run: f(64, 20) == 9
(module
  (memory (export "memory") 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (i32.store (local.get $p) (i32.const 0))
    (i32.store offset=4 (local.get $p) (local.get $n))
    (i32.store offset=8 (local.get $p) (local.get $p))
    (loop $l
      (i32.store (i32.load offset=8 (local.get $p)) (i32.const 8))
      (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))
      (i32.store offset=4 (local.get $p) (i32.const 6))
      (br_if $l (i32.lt_s (i32.load (local.get $p)) (i32.load offset=4 (local.get $p)))))
    (i32.load (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     i32.store v0, v2
;;     i32.store v0, v1 offset=4
;;     i32.store v0, v0 offset=8
;;     v24 = i32.const 0
;;     jump b3
;;   b1:
;;     v3 = i32.load v0 offset=8
;;     v4 = i32.const 8
;;     i32.store v3, v4
;;     v5 = i32.load v0
;;     v6 = i32.const 1
;;     v7 = i32.add v5, v6
;;     i32.store v0, v7
;;     v8 = i32.const 6
;;     i32.store v0, v8 offset=4
;;     v9 = i32.load v0
;;     v10 = i32.load v0 offset=4
;;     v11 = i32.lt_s v9, v10
;;     br_if v11, b1, b2
;;   b2:
;;     v12 = i32.load v0
;;     return v12
;;   b3:
;;     jump b1
;;   }
;; }
