;; A pointer to one variable that is kept in another is looked through.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: f(5) == 8
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (func (export "f") (param $x i32) (result i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (i32.store offset=8 (local.get $f) (i32.add (local.get $f) (i32.const 12)))
    (i32.store offset=12 (local.get $f) (local.get $x))
    (i32.store (i32.load offset=8 (local.get $f)) (i32.add (i32.load (i32.load offset=8 (local.get $f))) (i32.const 3)))
    (i32.load offset=12 (local.get $f))
    (global.set $sp (i32.add (local.get $f) (i32.const 16)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 2..
;;   global g0 : mut i32 "sp" = i32.const 65536
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v10 = i32.const 3
;;     v11 = i32.add v0, v10
;;     return v11
;;   }
;; }
