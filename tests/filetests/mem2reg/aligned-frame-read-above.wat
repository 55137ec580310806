;; A load above an aligned frame is of what the caller stored there: it is no variable of the frame, and nothing is promoted.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(5) == 5
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (func $g (param $x i32) (result i32)
    (local $f i32)
    (local.set $f (i32.and (i32.sub (global.get $sp) (i32.const 64)) (i32.const -64)))
    (i32.store offset=60 (local.get $f) (i32.const 0))
    (i32.add (i32.load offset=76 (local.get $f)) (i32.load offset=60 (local.get $f))))
  (func (export "f") (param $x i32) (result i32)
    (local $f i32) 
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 64))))
    (i32.store offset=12 (local.get $f) (local.get $x))
    (call $g (local.get $f))
    (global.set $sp (i32.add (local.get $f) (i32.const 64)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 2..
;;   global g0 : mut i32 "sp" = i32.const 65536
;;   export "f" f1
;;   func f0 : ty0 "g" {
;;   b0(v0: i32):
;;     v2 = global.get g0
;;     v3 = i32.const 64
;;     v4 = i32.sub v2, v3
;;     v5 = i32.const -64
;;     v6 = i32.and v4, v5
;;     v7 = i32.const 0
;;     i32.store v6, v7 offset=60
;;     v8 = i32.load v6 offset=76
;;     v9 = i32.load v6 offset=60
;;     v10 = i32.add v8, v9
;;     return v10
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v2 = global.get g0
;;     v3 = i32.const 64
;;     v4 = i32.sub v2, v3
;;     global.set g0 v4
;;     i32.store v4, v0 offset=12
;;     v5 = call f0 v4
;;     v6 = i32.const 64
;;     v7 = i32.add v4, v6
;;     global.set g0 v7
;;     return v5
;;   }
;; }
