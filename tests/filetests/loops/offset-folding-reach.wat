;; Memory may end at 2^32. An access with an immediate offset still tells that the base plus this offset does not wrap.
;; test: pass unreachable,ssa-cleanup,offset-folding,dce
;; run: f(16) == 5
;; run: f(-8) == trap
(module
  (memory 1)
  (data (i32.const 16) "\01\00\00\00\02\00\00\00\03")
  (func (export "f") (param $p i32) (result i32)
    (i32.add (i32.load offset=8 (local.get $p)) (i32.load (i32.add (local.get $p) (i32.const 4)))))
  (func (export "g") (param $p i32) (result i32)
    (i32.add (i32.load offset=8 (local.get $p)) (i32.load (i32.add (local.get $p) (i32.const 12))))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.load v0 offset=8
;;     v4 = i32.load v0 offset=4
;;     v5 = i32.add v1, v4
;;     return v5
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.load v0 offset=8
;;     v2 = i32.const 12
;;     v3 = i32.add v0, v2
;;     v4 = i32.load v3
;;     v5 = i32.add v1, v4
;;     return v5
;;   }
;;   data data0 active m0 (i32.const 16) "\01\00\00\00\02\00\00\00\03"
;; }
