;; A load of one of two variables, chosen by a select or on two ways, loads both: they are values then.
;; test: pass unreachable,ssa-cleanup,mem2reg,ssa-cleanup,dce
;; promise: stack-abi
;; run: select(3, 4) == 4
;; run: select(4, 3) == 4
;; run: ways(3, 4) == 4
(module (memory 2)
  (global $sp (mut i32) (i32.const 65536))
  (func (export "select") (param $x i32) (param $y i32) (result i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (i32.store offset=8 (local.get $f) (local.get $x))
    (i32.store offset=12 (local.get $f) (local.get $y))
    (i32.load (select (i32.add (local.get $f) (i32.const 8)) (i32.add (local.get $f) (i32.const 12))
      (i32.gt_u (local.get $x) (local.get $y))))
    (global.set $sp (i32.add (local.get $f) (i32.const 16))))
  (func (export "ways") (param $x i32) (param $y i32) (result i32)
    (local $f i32)
    (global.set $sp (local.tee $f (i32.sub (global.get $sp) (i32.const 16))))
    (i32.store offset=8 (local.get $f) (local.get $x))
    (i32.store offset=12 (local.get $f) (local.get $y))
    (i32.load
      (if (result i32) (i32.gt_u (local.get $x) (local.get $y))
        (then (i32.add (local.get $f) (i32.const 8)))
        (else (i32.add (local.get $f) (i32.const 12)))))
    (global.set $sp (i32.add (local.get $f) (i32.const 16)))))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 2..
;;   global g0 : mut i32 "sp" = i32.const 65536
;;   export "select" f0
;;   export "ways" f1
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v10 = i32.gt_u v0, v1
;;     v12 = select v0, v1, v10
;;     return v12
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v6 = i32.gt_u v0, v1
;;     br_if v6, b2, b3
;;   b1(v15: i32):
;;     return v15
;;   b2:
;;     jump b1(v0)
;;   b3:
;;     jump b1(v1)
;;   }
;; }
