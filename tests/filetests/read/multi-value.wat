;; A block with parameters and several results.
;; test: print
;; run: swap(1, 2) == 2, 1
(module
  (func (export "swap") (param i32 i64) (result i64 i32)
    (local.get 0) (local.get 1)
    (block (param i32 i64) (result i64 i32)
      (local.set 1) (local.set 0)
      (local.get 1) (local.get 0))))

;; expect:
;; module {
;;   ty0 = func (i32, i64) -> (i64, i32)
;;   export "swap" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i64):
;;     jump b1(v1, v0)
;;   b1(v2: i64, v3: i32):
;;     return v2, v3
;;   }
;; }
