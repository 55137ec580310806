;; Results of recursive and indirect calls are not redirected.
;; test: pass graph
;; run: a(5) == 20
(module
  (type $f (func (param i32) (result i32)))
  (table funcref (elem $id))
  (memory 1)
  (func $id (type $f) (i32.store (i32.const 0) (i32.const 1)) (local.get 0))
  (func $self (param i32) (result i32)
    (if (i32.load (i32.const 64)) (then (drop (call $self (local.get 0)))))
    (local.get 0))
  (func $even (param i32) (result i32)
    (if (i32.load (i32.const 64)) (then (drop (call $odd (local.get 0)))))
    (local.get 0))
  (func $odd (param i32) (result i32)
    (if (i32.load (i32.const 64)) (then (drop (call $even (local.get 0)))))
    (local.get 0))
  (func (export "a") (param i32) (result i32)
    (i32.add
      (i32.add (call $self (local.get 0)) (call $even (local.get 0)))
      (i32.add (call $odd (local.get 0)) (call_indirect (type $f) (local.get 0) (i32.const 0))))))

;; expect:
;; module {
;;   ty0 "f" = func (i32) -> (i32)
;;   table t0 : 1..1 funcref
;;   memory m0 : i32 1..
;;   export "a" f4
;;   elem elem0 active t0 (i32.const 0) funcs f0
;;   func f0 : ty0 "id" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 1
;;     i32.store v1, v2
;;     return v0
;;   }
;;   func f1 : ty0 "self" {
;;   b0(v0: i32):
;;     v1 = i32.const 64
;;     v2 = i32.load v1
;;     br_if v2, b2, b3
;;   b1:
;;     return v0
;;   b2:
;;     v3 = call f1 v0
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;;   func f2 : ty0 "even" {
;;   b0(v0: i32):
;;     v1 = i32.const 64
;;     v2 = i32.load v1
;;     br_if v2, b2, b3
;;   b1:
;;     return v0
;;   b2:
;;     v3 = call f3 v0
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;;   func f3 : ty0 "odd" {
;;   b0(v0: i32):
;;     v1 = i32.const 64
;;     v2 = i32.load v1
;;     br_if v2, b2, b3
;;   b1:
;;     return v0
;;   b2:
;;     v3 = call f2 v0
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;;   func f4 : ty0 {
;;   b0(v0: i32):
;;     v1 = call f1 v0
;;     v2 = call f2 v0
;;     v3 = i32.add v1, v2
;;     v4 = call f3 v0
;;     v5 = i32.const 0
;;     v6 = call_indirect ty0 t0 v0, v5
;;     v7 = i32.add v4, v6
;;     v8 = i32.add v3, v7
;;     return v8
;;   }
;; }
