;; An object that is passed to two parameters stays one object.
;; test: pass unreachable,scalar-replacement,dce
;; run: f(0) == 1
;; run: f(1) == 1
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair)) (local $q (ref null $pair))
    (if (local.get $x)
      (then
        (local.set $p (struct.new $pair (i32.const 1) (i32.const 2)))
        (local.set $q (local.get $p)))
      (else
        (local.set $p (struct.new $pair (i32.const 3) (i32.const 4)))
        (local.set $q (local.get $p))))
    (struct.set $pair 0 (local.get $p) (i32.const 5))
    (i32.and (ref.eq (local.get $p) (local.get $q)) (i32.eq (struct.get $pair 0 (local.get $q)) (i32.const 5)))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b1(v8: (ref null ty0), v10: (ref null ty0)):
;;     v9 = i32.const 5
;;     struct.set ty0 0 v8, v9
;;     v11 = ref.eq v8, v10
;;     v12 = struct.get ty0 0 v10
;;     v13 = i32.const 5
;;     v14 = i32.eq v12, v13
;;     v15 = i32.and v11, v14
;;     return v15
;;   b2:
;;     v2 = i32.const 1
;;     v3 = i32.const 2
;;     v4 = struct.new ty0 v2, v3
;;     jump b1(v4, v4)
;;   b3:
;;     v5 = i32.const 3
;;     v6 = i32.const 4
;;     v7 = struct.new ty0 v5, v6
;;     jump b1(v7, v7)
;;   }
;; }
