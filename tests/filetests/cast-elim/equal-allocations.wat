;; An object is no other new one, and nothing that was there before it was allocated; what is found later may be the object.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: two(0) == 0
;; run: before(2) == 0
;; run: later(0) == 1
;; run: itself(0) == 1
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))
  (func $make (param i32) (result (ref null $base))
    (block $o (block $s (block $b (block $n (br_table $n $b $s $o (local.get 0)))
      (return (ref.null none)))
      (return (struct.new $base (i32.const 10))))
      (return (struct.new $sub (i32.const 20) (i32.const 7))))
    (struct.new $other (i32.const 30) (i64.const 9)))

  (global $kept (mut (ref null $base)) (ref.null none))
  (func (export "two") (param i32) (result i32)
    (ref.eq (struct.new $base (local.get 0)) (struct.new $base (local.get 0))))
  (func (export "before") (param i32) (result i32) (local $b (ref null $base)) (local $c (ref null $base))
    (local.set $b (call $make (local.get 0)))
    (local.set $c (struct.new $base (local.get 0)))
    (global.set $kept (local.get $c))
    (ref.eq (local.get $c) (local.get $b)))
  (func (export "later") (param i32) (result i32) (local $c (ref null $base))
    (local.set $c (struct.new $base (local.get 0)))
    (global.set $kept (local.get $c))
    (ref.eq (local.get $c) (global.get $kept)))
  (func (export "itself") (param i32) (result i32) (local $c (ref null $base))
    (local.set $c (struct.new $base (local.get 0)))
    (ref.eq (local.get $c) (ref.cast (ref $base) (local.get $c)))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> ((ref null ty0))
;;   ty4 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty0) "kept" = ref.null none
;;   export "two" f1
;;   export "before" f2
;;   export "later" f3
;;   export "itself" f4
;;   func f0 : ty3 "make" {
;;   b0(v0: i32):
;;     br_table v0, b4, b3, b2, b1
;;   b1:
;;     v7 = i32.const 30
;;     v8 = i64.const 9
;;     v9 = struct.new ty2 v7, v8
;;     return v9
;;   b2:
;;     v4 = i32.const 20
;;     v5 = i32.const 7
;;     v6 = struct.new ty1 v4, v5
;;     return v6
;;   b3:
;;     v2 = i32.const 10
;;     v3 = struct.new ty0 v2
;;     return v3
;;   b4:
;;     v1 = ref.null none
;;     return v1
;;   }
;;   func f1 : ty4 {
;;   b0(v0: i32):
;;     v3 = i32.const 0
;;     return v3
;;   }
;;   func f2 : ty4 {
;;   b0(v0: i32):
;;     v2 = call f0 v0
;;     v3 = struct.new ty0 v0
;;     global.set g0 v3
;;     v4 = i32.const 0
;;     return v4
;;   }
;;   func f3 : ty4 {
;;   b0(v0: i32):
;;     v2 = struct.new ty0 v0
;;     global.set g0 v2
;;     v3 = global.get g0
;;     v4 = ref.eq v2, v3
;;     return v4
;;   }
;;   func f4 : ty4 {
;;   b0(v0: i32):
;;     v4 = i32.const 1
;;     return v4
;;   }
;; }
