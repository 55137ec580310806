;; An immutable field is known across calls, through casts and supertypes; one of a new object from the start.
;; test: pass gvn,dce
;; run: f(3) == 6
;; run: g(3) == 3
(module
  (type $base (sub (struct (field i32))))
  (type $left (sub $base (struct (field i32) (field (mut i32)))))
  (global $kept (mut (ref null $base)) (ref.null $base))
  (func $new (param $x i32) (result (ref null $base))
    (struct.new $left (local.get $x) (i32.const 1)))
  (func $nothing)
  (func (export "f") (param $x i32) (result i32)
    (local $b (ref null $base)) (local $a i32)
    (local.set $b (call $new (local.get $x)))
    (local.set $a (struct.get $base 0 (local.get $b)))
    (call $nothing)
    (i32.add (local.get $a) (struct.get $left 0 (ref.cast (ref $left) (local.get $b)))))
  (func (export "g") (param $x i32) (result i32)
    (local $p (ref $left))
    (local.set $p (struct.new $left (local.get $x) (i32.const 1)))
    (global.set $kept (local.get $p))
    (call $nothing)
    (struct.get $left 0 (local.get $p))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (i32)
;;   ty1 "left" = sub ty0 struct (i32, mut i32)
;;   ty2 = func (i32) -> ((ref null ty0))
;;   ty3 = func () -> ()
;;   ty4 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty0) "kept" = ref.null ty0
;;   export "f" f2
;;   export "g" f3
;;   func f0 : ty2 "new" {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = struct.new ty1 v0, v1
;;     return v2
;;   }
;;   func f1 : ty3 "nothing" {
;;   b0:
;;     return
;;   }
;;   func f2 : ty4 {
;;   b0(v0: i32):
;;     v3 = call f0 v0
;;     v4 = struct.get ty0 0 v3
;;     call f1
;;     v5 = ref.cast_non_null ty1 v3
;;     v7 = i32.add v4, v4
;;     return v7
;;   }
;;   func f3 : ty4 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = struct.new ty1 v0, v1
;;     global.set g0 v2
;;     call f1
;;     return v0
;;   }
;; }
