;; An aligned frame below another frame of the same function: how far they are apart is not known, so accesses of one may be of the other.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(5) == 12
(module (memory 2)
  (global $sp (mut i32) (i32.const 65520))
  (func (export "f") (param $x i32) (result i32)
    (local $caller i32) (local $outer i32) (local $f i32)
    (local.set $caller (global.get $sp))
    (local.set $outer (i32.sub (local.get $caller) (i32.const 16)))
    (local.set $f (i32.and (i32.sub (local.get $outer) (i32.const 64)) (i32.const -64)))
    (i32.store offset=12 (local.get $outer) (local.get $x))
    (i32.store offset=60 (local.get $f) (i32.add (i32.load offset=12 (local.get $outer)) (i32.const 2)))
    (i32.add (i32.load offset=12 (local.get $outer)) (i32.load offset=60 (local.get $f)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 2..
;;   global g0 : mut i32 "sp" = i32.const 65520
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v2 = global.get g0
;;     v3 = i32.const 16
;;     v4 = i32.sub v2, v3
;;     v5 = i32.const 64
;;     v6 = i32.sub v4, v5
;;     v7 = i32.const -64
;;     v8 = i32.and v6, v7
;;     v10 = i32.const 2
;;     v11 = i32.add v0, v10
;;     i32.store v6, v0 offset=76
;;     i32.store v8, v11 offset=60
;;     v15 = i32.load v6 offset=76
;;     v13 = i32.load v8 offset=60
;;     v14 = i32.add v15, v13
;;     return v14
;;   }
;; }
