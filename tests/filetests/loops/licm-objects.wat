;; A field is read before a loop that writes other objects, by their types or since they are new, only.
;; test: pass licm,dce
;; run: f(3) == 6
;; run: g(3) == 9
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $left (sub $base (struct (field (mut i32)) (field (mut i32)))))
  (type $right (sub $base (struct (field (mut i32)) (field (mut i64)))))
  (global $l (mut (ref $left)) (struct.new $left (i32.const 2) (i32.const 0)))
  (global $r (mut (ref $right)) (struct.new $right (i32.const 0) (i64.const 0)))
  (global $b (mut (ref null $base)) (ref.null $base))
  (func (export "f") (param $n i32) (result i32)
    (local $s i32) (local $o (ref $left)) (local $q (ref $right))
    (local.set $o (global.get $l))
    (local.set $q (global.get $r))
    (loop $next
      (local.set $s (i32.add (local.get $s) (struct.get $left 0 (local.get $o))))
      (struct.set $right 0 (local.get $q) (local.get $s))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $next (local.get $n)))
    (local.get $s))
  ;; This one may be written.
  (func (export "g") (param $n i32) (result i32)
    (local $s i32) (local $o (ref $left)) (local $q (ref null $base))
    (local.set $o (global.get $l))
    (global.set $b (local.get $o))
    (local.set $q (global.get $b))
    (loop $next
      (local.set $s (i32.add (local.get $s) (struct.get $left 0 (local.get $o))))
      (struct.set $base 0 (local.get $q) (i32.add (local.get $s) (i32.const 0)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $next (local.get $n)))
    (i32.add (local.get $s) (i32.const 1))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "left" = sub ty0 struct (mut i32, mut i32)
;;   ty2 "right" = sub ty0 struct (mut i32, mut i64)
;;   ty3 = func (i32) -> (i32)
;;   global g0 : mut (ref ty1) "l" = i32.const 2, i32.const 0, struct.new ty1
;;   global g1 : mut (ref ty2) "r" = i32.const 0, i64.const 0, struct.new ty2
;;   global g2 : mut (ref null ty0) "b" = ref.null ty0
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = global.get g0
;;     v3 = global.get g1
;;     v5 = struct.get ty1 0 v2
;;     jump b1(v0, v1)
;;   b1(v7: i32, v4: i32):
;;     v6 = i32.add v4, v5
;;     struct.set ty2 0 v3, v6
;;     v8 = i32.const 1
;;     v9 = i32.sub v7, v8
;;     br_if v9, b1(v9, v6), b2
;;   b2:
;;     return v6
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v3 = global.get g0
;;     global.set g2 v3
;;     v4 = global.get g2
;;     jump b1(v0, v1)
;;   b1(v10: i32, v5: i32):
;;     v6 = struct.get ty1 0 v3
;;     v7 = i32.add v5, v6
;;     v8 = i32.const 0
;;     v9 = i32.add v7, v8
;;     struct.set ty0 0 v4, v9
;;     v11 = i32.const 1
;;     v12 = i32.sub v10, v11
;;     br_if v12, b1(v12, v7), b2
;;   b2:
;;     v13 = i32.const 1
;;     v14 = i32.add v7, v13
;;     return v14
;;   }
;; }
