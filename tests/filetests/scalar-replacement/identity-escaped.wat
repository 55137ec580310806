;; An object that has escaped is compared, one that has not differs from all others.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 3
;; run: f(1) == 2
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (global $g (mut (ref null $pair)) (ref.null $pair))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair)) (local $r i32)
    (local.set $p (struct.new $pair (i32.const 3) (i32.const 2)))
    (local.set $r (ref.eq (local.get $p) (global.get $g)))
    (if (local.get $x) (then
      (global.set $g (local.get $p))
      (return (i32.add (local.get $r) (i32.shl (ref.eq (global.get $g) (local.get $p)) (i32.const 1))))))
    (i32.add (local.get $r) (struct.get $pair 0 (local.get $p)))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty0) "g" = ref.null ty0
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v3 = i32.const 3
;;     v4 = i32.const 2
;;     v15 = i32.const 0
;;     br_if v0, b2, b3
;;   b1:
;;     v14 = i32.add v15, v3
;;     return v14
;;   b2:
;;     v16 = struct.new ty0 v3, v4
;;     global.set g0 v16
;;     v8 = global.get g0
;;     v9 = ref.eq v8, v16
;;     v10 = i32.const 1
;;     v11 = i32.shl v9, v10
;;     v12 = i32.add v15, v11
;;     return v12
;;   b3:
;;     jump b1
;;   }
;; }
