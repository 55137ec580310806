;; Stores to two records in turn: the addresses are constants, so they are apart.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(3) == 7
(module
  (memory (export "memory") 1)
  (func (export "f") (param $x i32) (result i32)
    (i32.store offset=0 (i32.const 1024) (local.get $x))
    (i32.store offset=0 (i32.const 1040) (i32.const 1))
    (i32.store offset=4 (i32.const 1024) (local.get $x))
    (i32.store offset=4 (i32.const 1040) (i32.const 2))
    (i32.store offset=8 (i32.const 1024) (local.get $x))
    (i32.store offset=8 (i32.const 1040) (i32.const 3))
    (i32.store offset=12 (i32.const 1024) (local.get $x))
    (i32.store offset=12 (i32.const 1040) (i32.const 4))
    (i32.add (i32.load (i32.const 1036)) (i32.load (i32.const 1052))))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 1024
;;     v2 = i32.const 1040
;;     v18 = i32x4.splat v0
;;     v128.store v1, v18 align=4
;;     v19 = v128.const 0x00000004000000030000000200000001
;;     v128.store v2, v19 align=4
;;     v13 = i32.const 1036
;;     v14 = i32.load v13
;;     v15 = i32.const 1052
;;     v16 = i32.load v15
;;     v17 = i32.add v14, v16
;;     return v17
;;   }
;; }
