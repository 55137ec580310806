;; An object that has escaped on one of two paths and is read behind them would be made on both: it is left alone.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 10
;; run: f(5) == 10
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (global $g (mut (ref null $pair)) (ref.null $pair))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair))
    (local.set $p (struct.new $pair (i32.const 3) (i32.const 7)))
    (if (local.get $x) (then (global.set $g (local.get $p))))
    (i32.add (struct.get $pair 0 (local.get $p)) (struct.get $pair 1 (local.get $p)))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty0) "g" = ref.null ty0
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 3
;;     v3 = i32.const 7
;;     v4 = struct.new ty0 v2, v3
;;     br_if v0, b2, b3
;;   b1:
;;     v5 = struct.get ty0 0 v4
;;     v6 = struct.get ty0 1 v4
;;     v7 = i32.add v5, v6
;;     return v7
;;   b2:
;;     global.set g0 v4
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;; }
