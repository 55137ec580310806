;; In a loop with its test at the top, the initial load is under the guard: without iterations nothing is loaded.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,predictive-commoning,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(0, 70000) == 0
;; run: f(3, 70000) == trap
;; run: f(3, 0) == 0
(module
  (memory 1)
  (func (export "f") (param $n i32) (param $p i32) (result i32)
    (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.eqz (local.get $n)))
      (local.set $s (i32.add (local.get $s) (i32.mul (i32.load (local.get $p)) (i32.load offset=4 (local.get $p)))))
      (local.set $p (i32.add (local.get $p) (i32.const 4)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v15 = i32.eqz v0
;;     br_if v15, b1(v2), b5
;;   b1(v19: i32):
;;     return v19
;;   b4(v16: i32, v17: i32, v18: i32, v21: i32):
;;     v8 = i32.load v16 offset=4
;;     v9 = i32.mul v21, v8
;;     v10 = i32.add v17, v9
;;     v11 = i32.const 4
;;     v12 = i32.add v16, v11
;;     v13 = i32.const 1
;;     v14 = i32.sub v18, v13
;;     v4 = i32.eqz v14
;;     br_if v4, b1(v10), b4(v12, v10, v14, v8)
;;   b5:
;;     v20 = i32.load v1
;;     jump b4(v1, v2, v0, v20)
;;   }
;; }
