;; A load is hoisted out of a loop that calls a function that only reads, under the guard.
;; test: pass unreachable,ssa-cleanup,graph,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(8, 3) == 3
;; run: f(70000, 0) == 0
;; run: f(70000, 1) == trap
(module
  (memory 1)
  (func $g (param i32) (result i32) (i32.add (i32.load (i32.const 8)) (i32.const 1)))
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (local $s i32)
    (block $out (loop $l
      (br_if $out (i32.eqz (local.get $n)))
      (local.set $s (i32.add (local.get $s) (i32.load (local.get $p))))
      (local.set $s (i32.add (local.get $s) (call $g (local.get $n))))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $l)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f1
;;   func f0 : ty0 "g" {
;;   b0(v0: i32):
;;     v1 = i32.const 8
;;     v2 = i32.load v1
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     return v4
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v1, b5, b3(v2)
;;   b3(v13: i32):
;;     return v13
;;   b4(v11: i32, v12: i32):
;;     v6 = call f0 v11
;;     v7 = i32.const -1
;;     v8 = i32.add v12, v5
;;     v9 = i32.add v8, v6
;;     v10 = i32.add v11, v7
;;     br_if v10, b4(v10, v9), b3(v9)
;;   b5:
;;     v5 = i32.load v0
;;     jump b4(v1, v2)
;;   }
;; }
