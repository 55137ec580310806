;; Without a loop: a masked index, a sum that two accesses share, and a store.
;; test: pass unreachable,ssa-cleanup,offset-folding,dce
;; run: f(257) == 24
;; run: f(1) == 24
(module
  (memory 1)
  (func (export "f") (param $i i32) (result i32)
    (local $at i32)
    (local.set $at (i32.add (i32.and (local.get $i) (i32.const 255)) (i32.const 4096)))
    (i32.store offset=4 (local.get $at) (i32.const 17))
    (i32.add (i32.load offset=4 (local.get $at)) (i32.load (i32.add (i32.const 7) (i32.shr_u (i32.const 4) (local.get $i)))))
    (i32.const 7) (i32.add)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.const 255
;;     v3 = i32.and v0, v2
;;     v6 = i32.const 17
;;     i32.store v3, v6 offset=4100
;;     v7 = i32.load v3 offset=4100
;;     v9 = i32.const 4
;;     v10 = i32.shr_u v9, v0
;;     v12 = i32.load v10 offset=7
;;     v13 = i32.add v7, v12
;;     v14 = i32.const 7
;;     v15 = i32.add v13, v14
;;     return v15
;;   }
;; }
