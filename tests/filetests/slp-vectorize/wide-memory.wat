;; Memories with 64-bit addresses: an address and its offset are summed without wrapping, up to a trap.
;; test: pass slp-vectorize,dce
;; features: simd
;; run: f(256) == 5
;; run: f(65520) == 5
;; run: f(65524) == trap
;; run: f(-8) == trap
;; run: constants() == 18
;; run: far(16) == trap
;; run: far(-32) == trap
(module
  (memory (export "memory") i64 1)
  (func (export "f") (param $a i64) (result i32)
    (drop (i32.load offset=12 (local.get $a)))
    (i32.store offset=0 (local.get $a) (i32.const 5))
    (i32.store offset=4 (local.get $a) (i32.const 5))
    (i32.store offset=8 (local.get $a) (i32.const 5))
    (i32.store offset=12 (local.get $a) (i32.const 5))
    (i32.load (local.get $a)))
  (func (export "constants") (result i32)
    (i32.store (i64.const 1024) (i32.const 5))
    (i32.store (i64.const 1028) (i32.const 6))
    (i32.store offset=8 (i64.const 1024) (i32.const 7))
    (i32.store (i64.const 1036) (i32.const 8))
    (i32.add (i32.load (i64.const 1024)) (i32.add (i32.load (i64.const 1028)) (i32.load (i64.const 1032)))))
  ;; The end of the last one is 2^64.
  (func (export "far") (param $a i64) (result i32)
    (i32.store offset=0xfffffffffffffff0 (local.get $a) (i32.const 5))
    (i32.store offset=0xfffffffffffffff4 (local.get $a) (i32.const 5))
    (i32.store offset=0xfffffffffffffff8 (local.get $a) (i32.const 5))
    (i32.store offset=0xfffffffffffffffc (local.get $a) (i32.const 5))
    (i32.load (local.get $a)))
)

;; expect:
;; module {
;;   ty0 = func (i64) -> (i32)
;;   ty1 = func () -> (i32)
;;   memory m0 : i64 1..
;;   export "memory" m0
;;   export "f" f0
;;   export "constants" f1
;;   export "far" f2
;;   func f0 : ty0 {
;;   b0(v0: i64):
;;     v1 = i32.load v0 offset=12
;;     v7 = v128.const 0x00000005000000050000000500000005
;;     v128.store v0, v7 align=4
;;     v6 = i32.load v0
;;     return v6
;;   }
;;   func f1 : ty1 {
;;   b0:
;;     v0 = i64.const 1024
;;     v16 = v128.const 0x00000008000000070000000600000005
;;     v128.store v0, v16 align=4
;;     v8 = i64.const 1024
;;     v9 = i32.load v8
;;     v10 = i64.const 1028
;;     v11 = i32.load v10
;;     v12 = i64.const 1032
;;     v13 = i32.load v12
;;     v14 = i32.add v11, v13
;;     v15 = i32.add v9, v14
;;     return v15
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i64):
;;     v1 = i32.const 5
;;     i32.store v0, v1 offset=18446744073709551600
;;     v2 = i32.const 5
;;     i32.store v0, v2 offset=18446744073709551604
;;     v3 = i32.const 5
;;     i32.store v0, v3 offset=18446744073709551608
;;     v4 = i32.const 5
;;     i32.store v0, v4 offset=18446744073709551612
;;     v5 = i32.load v0
;;     return v5
;;   }
;; }
