;; Where two allocations meet, the parameter is replaced by their fields.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 34
;; run: f(1) == 12
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair))
    (local.set $p (if (result (ref null $pair)) (local.get $x)
      (then (struct.new $pair (i32.const 1) (i32.const 2)))
      (else (struct.new $pair (i32.const 3) (i32.const 4)))))
    (i32.add (i32.mul (i32.const 10) (struct.get $pair 0 (local.get $p))) (struct.get $pair 1 (local.get $p)))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b1(v14: i32, v15: i32):
;;     v9 = i32.const 10
;;     v11 = i32.mul v9, v14
;;     v13 = i32.add v11, v15
;;     return v13
;;   b2:
;;     v3 = i32.const 1
;;     v4 = i32.const 2
;;     jump b1(v3, v4)
;;   b3:
;;     v6 = i32.const 3
;;     v7 = i32.const 4
;;     jump b1(v6, v7)
;;   }
;; }
