;; An object that has another name behind the edge on which it is passed is left alone.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 5
;; run: f(1) == 1
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair)) (local $q (ref null $pair))
    (local.set $p (struct.new $pair (i32.const 1) (i32.const 2)))
    (local.set $q (if (result (ref null $pair)) (local.get $x)
      (then (struct.new $pair (i32.const 3) (i32.const 4)))
      (else (local.get $p))))
    (struct.set $pair 0 (local.get $q) (i32.const 5))
    (struct.get $pair 0 (local.get $p))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 1
;;     v3 = i32.const 2
;;     v4 = struct.new ty0 v2, v3
;;     br_if v0, b2, b3
;;   b1(v5: (ref null ty0)):
;;     v9 = i32.const 5
;;     struct.set ty0 0 v5, v9
;;     v10 = struct.get ty0 0 v4
;;     return v10
;;   b2:
;;     v6 = i32.const 3
;;     v7 = i32.const 4
;;     v8 = struct.new ty0 v6, v7
;;     jump b1(v8)
;;   b3:
;;     jump b1(v4)
;;   }
;; }
