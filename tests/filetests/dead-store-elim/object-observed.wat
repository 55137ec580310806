;; An assignment to a field that a handler, a call or another reference may read is not dead.
;; test: pass unreachable,gvn,dead-store-elim,dce
;; run: f(0) == 1
;; run: f(1) == 2
;; run: g() == 1
;; run: h() == 1
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (tag $t)
  (global $kept (mut (ref null $pair)) (ref.null $pair))
  (func $throws (param i32) (if (i32.eqz (local.get 0)) (then (throw $t))))
  (func $read (result i32) (struct.get $pair 0 (global.get $kept)))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair))
    (local.set $p (struct.new_default $pair))
    (global.set $kept (local.get $p))
    (struct.set $pair 0 (local.get $p) (i32.const 1))
    (block $h
      (try_table (catch $t $h) (call $throws (local.get $x)))
      (struct.set $pair 0 (local.get $p) (i32.const 2))
      (return (call $read)))
    (call $read))
  (func (export "g") (result i32)
    (local $p (ref null $pair)) (local $r i32)
    (local.set $p (struct.new_default $pair))
    (global.set $kept (local.get $p))
    (struct.set $pair 0 (local.get $p) (i32.const 1))
    (local.set $r (call $read))
    (struct.set $pair 0 (local.get $p) (i32.const 2))
    (local.get $r))
  (func (export "h") (result i32)
    (local $p (ref null $pair)) (local $r i32)
    (local.set $p (struct.new_default $pair))
    (global.set $kept (local.get $p))
    (struct.set $pair 0 (local.get $p) (i32.const 1))
    (local.set $r (struct.get $pair 0 (global.get $kept)))
    (struct.set $pair 0 (local.get $p) (i32.const 2))
    (local.get $r)))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func () -> ()
;;   ty2 = func (i32) -> ()
;;   ty3 = func () -> (i32)
;;   ty4 = func (i32) -> (i32)
;;   tag tag0 : ty1 "t"
;;   global g0 : mut (ref null ty0) "kept" = ref.null ty0
;;   export "f" f2
;;   export "g" f3
;;   export "h" f4
;;   func f0 : ty2 "throws" {
;;   b0(v0: i32):
;;     v1 = i32.eqz v0
;;     br_if v1, b2, b3
;;   b1:
;;     return
;;   b2:
;;     throw tag0
;;   b3:
;;     jump b1
;;   }
;;   func f1 : ty3 "read" {
;;   b0:
;;     v0 = global.get g0
;;     v1 = struct.get ty0 0 v0
;;     return v1
;;   }
;;   func f2 : ty4 {
;;   b0(v0: i32):
;;     v2 = struct.new_default ty0
;;     global.set g0 v2
;;     v3 = i32.const 1
;;     struct.set ty0 0 v2, v3
;;     invoke call f0 v0, b3, catch tag0 b1
;;   b1:
;;     v6 = call f1
;;     return v6
;;   b2:
;;     v4 = i32.const 2
;;     struct.set ty0 0 v2, v4
;;     v5 = call f1
;;     return v5
;;   b3:
;;     jump b2
;;   }
;;   func f3 : ty3 {
;;   b0:
;;     v2 = struct.new_default ty0
;;     global.set g0 v2
;;     v3 = i32.const 1
;;     struct.set ty0 0 v2, v3
;;     v4 = call f1
;;     v5 = i32.const 2
;;     struct.set ty0 0 v2, v5
;;     return v4
;;   }
;;   func f4 : ty3 {
;;   b0:
;;     v2 = struct.new_default ty0
;;     global.set g0 v2
;;     v3 = i32.const 1
;;     v6 = i32.const 2
;;     struct.set ty0 0 v2, v6
;;     return v3
;;   }
;; }
