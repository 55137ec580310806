;; A field of a new object holds what it was given, or zero, until something may write it.
;; test: pass gvn,dce
;; run: f(3) == 3
;; run: g() == 1
;; run: h(3) == 9
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (global $kept (mut (ref null $pair)) (ref.null $pair))
  (func $change (struct.set $pair 0 (global.get $kept) (i32.const 9)))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref $pair))
    (local.set $p (struct.new $pair (local.get $x) (i32.const 1)))
    (global.set $kept (local.get $p))
    (struct.get $pair 0 (local.get $p)))
  (func (export "g") (result i32)
    (global.set $kept (struct.new_default $pair))
    (i32.eqz (struct.get $pair 1 (global.get $kept))))
  (func (export "h") (param $x i32) (result i32)
    (local $p (ref $pair))
    (local.set $p (struct.new $pair (local.get $x) (i32.const 1)))
    (global.set $kept (local.get $p))
    (call $change)
    (struct.get $pair 0 (local.get $p))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func () -> ()
;;   ty2 = func (i32) -> (i32)
;;   ty3 = func () -> (i32)
;;   global g0 : mut (ref null ty0) "kept" = ref.null ty0
;;   export "f" f1
;;   export "g" f2
;;   export "h" f3
;;   func f0 : ty1 "change" {
;;   b0:
;;     v0 = global.get g0
;;     v1 = i32.const 9
;;     struct.set ty0 0 v0, v1
;;     return
;;   }
;;   func f1 : ty2 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = struct.new ty0 v0, v1
;;     global.set g0 v2
;;     return v0
;;   }
;;   func f2 : ty3 {
;;   b0:
;;     v0 = struct.new_default ty0
;;     global.set g0 v0
;;     v2 = i32.const 0
;;     v3 = i32.eqz v2
;;     return v3
;;   }
;;   func f3 : ty2 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = struct.new ty0 v0, v1
;;     global.set g0 v2
;;     call f0
;;     v3 = struct.get ty0 0 v2
;;     return v3
;;   }
;; }
