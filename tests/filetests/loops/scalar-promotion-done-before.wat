;; Scalar promotion: accesses before the loop prove those in it to be in bounds, so that nothing in it may trap.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,scalar-promotion,ssa-cleanup,dce
;; run: f(16, 3) == 10
;; run: f(65536, 3) == trap
(module
  (memory (export "m") 1)
  (func (export "f") (param $p i32) (param $n i32) (result i32)
    (i32.store offset=8 (local.get $p) (i32.const 4))
    (loop $l
      (i32.store offset=4 (local.get $p) (i32.add (i32.load offset=4 (local.get $p)) (local.get $n)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.add (i32.load offset=4 (local.get $p)) (i32.load offset=8 (local.get $p)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 4
;;     i32.store v0, v2 offset=8
;;     v11 = i32.load v0 offset=4
;;     jump b1(v1, v11)
;;   b1(v4: i32, v12: i32):
;;     v5 = i32.add v12, v4
;;     v6 = i32.const 1
;;     v7 = i32.sub v4, v6
;;     br_if v7, b1(v7, v5), b2
;;   b2:
;;     i32.store v0, v5 offset=4
;;     v8 = i32.load v0 offset=4
;;     v9 = i32.load v0 offset=8
;;     v10 = i32.add v8, v9
;;     return v10
;;   }
;; }
