;; A write through a type that is neither a subtype nor a supertype leaves a field known; one through a supertype does not.
;; test: pass gvn,dce
;; run: f(3) == 6
;; run: g(3) == 12
;; run: h(3) == 12
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $left (sub $base (struct (field (mut i32)) (field (mut i32)))))
  (type $right (sub $base (struct (field (mut i32)) (field (mut i64)))))
  (func $new (param $x i32) (result (ref $left)) (struct.new $left (local.get $x) (local.get $x)))
  (func $other (param $x i32) (result (ref $right)) (struct.new $right (local.get $x) (i64.const 1)))
  ;; The second read of the field gives the first.
  (func (export "f") (param $x i32) (result i32)
    (local $l (ref $left)) (local $r (ref $right)) (local $a i32)
    (local.set $l (call $new (local.get $x)))
    (local.set $r (call $other (local.get $x)))
    (local.set $a (struct.get $left 0 (local.get $l)))
    (struct.set $right 0 (local.get $r) (i32.const 9))
    (i32.add (local.get $a) (struct.get $left 0 (local.get $l))))
  ;; Not here: both are one object.
  (func (export "g") (param $x i32) (result i32)
    (local $l (ref $left)) (local $b (ref $base)) (local $a i32)
    (local.set $l (call $new (local.get $x)))
    (call $keep (local.get $l))
    (local.set $b (ref.as_non_null (global.get $kept)))
    (local.set $a (struct.get $left 0 (local.get $l)))
    (struct.set $base 0 (local.get $b) (i32.const 9))
    (i32.add (local.get $a) (struct.get $left 0 (local.get $l))))
  (global $kept (mut (ref null $base)) (ref.null $base))
  (func $keep (param (ref null $base)) (global.set $kept (local.get 0)))
  ;; Nor here, the other way round.
  (func (export "h") (param $x i32) (result i32)
    (local $l (ref $left)) (local $b (ref $base)) (local $a i32)
    (local.set $l (call $new (local.get $x)))
    (call $keep (local.get $l))
    (local.set $b (ref.as_non_null (global.get $kept)))
    (local.set $a (struct.get $base 0 (local.get $b)))
    (struct.set $left 0 (local.get $l) (i32.const 9))
    (i32.add (local.get $a) (struct.get $base 0 (local.get $b)))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "left" = sub ty0 struct (mut i32, mut i32)
;;   ty2 "right" = sub ty0 struct (mut i32, mut i64)
;;   ty3 = func (i32) -> ((ref ty1))
;;   ty4 = func (i32) -> ((ref ty2))
;;   ty5 = func (i32) -> (i32)
;;   ty6 = func ((ref null ty0)) -> ()
;;   global g0 : mut (ref null ty0) "kept" = ref.null ty0
;;   export "f" f2
;;   export "g" f3
;;   export "h" f5
;;   func f0 : ty3 "new" {
;;   b0(v0: i32):
;;     v1 = struct.new ty1 v0, v0
;;     return v1
;;   }
;;   func f1 : ty4 "other" {
;;   b0(v0: i32):
;;     v1 = i64.const 1
;;     v2 = struct.new ty2 v0, v1
;;     return v2
;;   }
;;   func f2 : ty5 {
;;   b0(v0: i32):
;;     v2 = call f0 v0
;;     v3 = call f1 v0
;;     v4 = struct.get ty1 0 v2
;;     v5 = i32.const 9
;;     struct.set ty2 0 v3, v5
;;     v7 = i32.add v4, v4
;;     return v7
;;   }
;;   func f3 : ty5 {
;;   b0(v0: i32):
;;     v2 = call f0 v0
;;     call f4 v2
;;     v3 = global.get g0
;;     v4 = ref.as_non_null v3
;;     v5 = struct.get ty1 0 v2
;;     v6 = i32.const 9
;;     struct.set ty0 0 v4, v6
;;     v7 = struct.get ty1 0 v2
;;     v8 = i32.add v5, v7
;;     return v8
;;   }
;;   func f4 : ty6 "keep" {
;;   b0(v0: (ref null ty0)):
;;     global.set g0 v0
;;     return
;;   }
;;   func f5 : ty5 {
;;   b0(v0: i32):
;;     v2 = call f0 v0
;;     call f4 v2
;;     v3 = global.get g0
;;     v4 = ref.as_non_null v3
;;     v5 = struct.get ty0 0 v4
;;     v6 = i32.const 9
;;     struct.set ty1 0 v2, v6
;;     v7 = struct.get ty0 0 v4
;;     v8 = i32.add v5, v7
;;     return v8
;;   }
;; }
