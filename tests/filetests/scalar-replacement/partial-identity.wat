;; Behind a join an object that escaped on one path is the one that was made there, and is made on the other.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 0
;; run: f(1) == 1
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (global $g (mut (ref null $pair)) (ref.null $pair))
  (global $h (mut (ref null $pair)) (ref.null $pair))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair))
    (global.set $g (ref.null $pair))
    (local.set $p (struct.new $pair (i32.const 3) (i32.const 7)))
    (struct.set $pair 1 (local.get $p) (local.get $x))
    (if (i32.eq (struct.get $pair 1 (local.get $p)) (i32.const 9)) (then (return (i32.const 9))))
    (if (local.get $x) (then (global.set $g (local.get $p))))
    (struct.set $pair 0 (local.get $p) (i32.const 4))
    (global.set $h (local.get $p))
    (ref.eq (global.get $g) (global.get $h))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty0) "g" = ref.null ty0
;;   global g1 : mut (ref null ty0) "h" = ref.null ty0
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v2 = ref.null ty0
;;     global.set g0 v2
;;     v3 = i32.const 3
;;     v7 = i32.const 9
;;     v8 = i32.eq v0, v7
;;     br_if v8, b2, b3
;;   b1:
;;     br_if v0, b5, b6
;;   b2:
;;     v9 = i32.const 9
;;     return v9
;;   b3:
;;     jump b1
;;   b4(v14: (ref ty0)):
;;     v10 = i32.const 4
;;     struct.set ty0 0 v14, v10
;;     global.set g1 v14
;;     v11 = global.get g0
;;     v12 = global.get g1
;;     v13 = ref.eq v11, v12
;;     return v13
;;   b5:
;;     v16 = struct.new ty0 v3, v0
;;     global.set g0 v16
;;     jump b4(v16)
;;   b6:
;;     v15 = struct.new ty0 v3, v0
;;     jump b4(v15)
;;   }
;; }
