;; The whole pass: two values that each iteration swaps are still swapped.
;; test: pass graph,ssa-cleanup,dce
;; run: f(1, 5, 3) == -2
;; run: f(2, 5, 3) == 2
;; run: f(3, 5, 3) == -2
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $x i32) (param $y i32) (result i32) (local $t i32)
    (loop $l
      (i32.store (local.get $n) (local.get $x))
      (local.set $t (local.get $x))
      (local.set $x (local.get $y))
      (local.set $y (local.get $t))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $l (local.get $n)))
    (i32.sub (local.get $x) (local.get $y))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     jump b1(v2, v1, v0)
;;   b1(v3: i32, v4: i32, v5: i32):
;;     i32.store v5, v4
;;     v6 = i32.const -1
;;     v7 = i32.add v5, v6
;;     br_if v7, b1(v4, v3, v7), b2
;;   b2:
;;     v8 = i32.sub v3, v4
;;     return v8
;;   }
;; }
