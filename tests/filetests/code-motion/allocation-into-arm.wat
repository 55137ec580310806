;; An allocation that one alternative uses is made there, also with a loop or with what it holds.
;; test: pass simplify-cfg,graph
;; run: f(0, 3) == 0
;; run: f(1, 3) == 3
;; run: nested(0, 3) == 0
;; run: nested(1, 3) == 3
;; run: before(0, 3) == 0
;; run: before(1, 3) == 9
(module
  (type $box (struct (field (mut i32))))
  (type $pair (struct (field (ref $box))))
  (func $get (param $b (ref null $box)) (result i32)
    (if (result i32) (ref.is_null (local.get $b))
      (then (i32.const 0))
      (else (struct.get $box 0 (local.get $b)))))
  (func $make (param $c i32) (param $x i32) (result (ref null $box))
    (local $b (ref null $box))
    (local.set $b (struct.new $box (local.get $x)))
    (if (result (ref null $box)) (local.get $c) (then (local.get $b)) (else (ref.null $box))))
  (func (export "f") (param $c i32) (param $x i32) (result i32)
    (call $get (call $make (local.get $c) (local.get $x))))
  (func $makes (param $c i32) (param $x i32) (result (ref null $pair))
    (local $b (ref null $pair))
    (local.set $b (struct.new $pair (struct.new $box (local.get $x))))
    (if (result (ref null $pair)) (local.get $c) (then (local.get $b)) (else (ref.null $pair))))
  (func (export "nested") (param $c i32) (param $x i32) (result i32)
    (local $p (ref null $pair))
    (local.set $p (call $makes (local.get $c) (local.get $x)))
    (if (result i32) (ref.is_null (local.get $p))
      (then (i32.const 0))
      (else (call $get (struct.get $pair 0 (local.get $p))))))
  (global $last (mut (ref null $box)) (ref.null $box))
  (func (export "before") (param $c i32) (param $x i32) (result i32)
    (local $b (ref null $box)) (local $i i32) (local $s i32)
    ;; The loop in the alternative uses the object: it is made in front of the loop, once.
    (local.set $b (struct.new $box (local.get $x)))
    (if (local.get $c)
      (then
        (global.set $last (local.get $b))
        (loop $l
          (global.set $last (local.get $b))
          (local.set $s (i32.add (local.get $s) (call $get (global.get $last))))
          (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3))))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 "box" = struct (mut i32)
;;   ty1 "pair" = struct ((ref ty0))
;;   ty2 = func ((ref null ty0)) -> (i32)
;;   ty3 = func (i32, i32) -> ((ref null ty0))
;;   ty4 = func (i32, i32) -> (i32)
;;   ty5 = func (i32, i32) -> ((ref null ty1))
;;   global g0 : mut (ref null ty0) "last" = ref.null ty0
;;   export "f" f2
;;   export "nested" f4
;;   export "before" f5
;;   func f0 : ty2 "get" {
;;   b0(v0: (ref null ty0)):
;;     v1 = ref.is_null v0
;;     v5 = i32.const 0
;;     br_if v1, b1(v5), b3
;;   b1(v2: i32):
;;     return v2
;;   b3:
;;     v4 = struct.get ty0 0 v0
;;     return v4
;;   }
;;   func f1 : ty3 "make" {
;;   b0(v0: i32, v1: i32):
;;     v2 = ref.null ty0
;;     br_if v0, b1, b2(v2)
;;   b1:
;;     v3 = struct.new ty0 v1
;;     jump b2(v3)
;;   b2(v4: (ref null ty0)):
;;     return v4
;;   }
;;   func f2 : ty4 {
;;   b0(v0: i32, v1: i32):
;;     v2 = call f1 v0, v1
;;     v3 = call f0 v2
;;     return v3
;;   }
;;   func f3 : ty5 "makes" {
;;   b0(v0: i32, v1: i32):
;;     v2 = ref.null ty1
;;     br_if v0, b1, b2(v2)
;;   b1:
;;     v3 = struct.new ty0 v1
;;     v4 = struct.new ty1 v3
;;     jump b2(v4)
;;   b2(v5: (ref null ty1)):
;;     return v5
;;   }
;;   func f4 : ty4 {
;;   b0(v0: i32, v1: i32):
;;     v2 = ref.null ty1
;;     v3 = call f3 v0, v1
;;     v4 = ref.is_null v3
;;     v9 = i32.const 0
;;     br_if v4, b1(v9), b3
;;   b1(v5: i32):
;;     return v5
;;   b3:
;;     v7 = struct.get ty1 0 v3
;;     v8 = call f0 v7
;;     return v8
;;   }
;;   func f5 : ty4 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     br_if v0, b1, b3(v2)
;;   b1:
;;     v3 = struct.new ty0 v1
;;     global.set g0 v3
;;     jump b2(v2, v2)
;;   b2(v4: i32, v5: i32):
;;     global.set g0 v3
;;     v6 = call f0 v3
;;     v7 = i32.const 1
;;     v8 = i32.add v4, v7
;;     v9 = i32.const 3
;;     v10 = i32.lt_u v8, v9
;;     v11 = i32.add v5, v6
;;     br_if v10, b2(v8, v11), b3(v11)
;;   b3(v12: i32):
;;     return v12
;;   }
;; }
