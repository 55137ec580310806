;; An object of this iteration may be what the last one kept only if it is found again.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(3) == 0
;; run: g(3) == 3
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))

  (global $kept (mut (ref null $base)) (ref.null none))
  (func (export "f") (param $n i32) (result i32) (local $last (ref null $base)) (local $new (ref null $base)) (local $sum i32)
    (loop $on
      (local.set $new (struct.new $base (local.get $n)))
      (local.set $sum (i32.add (local.get $sum) (ref.eq (local.get $new) (local.get $last))))
      (local.set $last (local.get $new))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $on (local.get $n)))
    (local.get $sum))
  (func (export "g") (param $n i32) (result i32) (local $new (ref null $base)) (local $sum i32)
    (loop $on
      (local.set $new (struct.new $base (local.get $n)))
      (global.set $kept (local.get $new))
      (local.set $sum (i32.add (local.get $sum) (ref.eq (local.get $new) (global.get $kept))))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $on (local.get $n)))
    (local.get $sum)))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty0) "kept" = ref.null none
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v0)
;;   b1(v5: i32, v3: i32):
;;     v7 = i32.const 0
;;     v8 = i32.add v5, v7
;;     v9 = i32.const 1
;;     v10 = i32.sub v3, v9
;;     br_if v10, b1(v8, v10), b2
;;   b2:
;;     return v8
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     jump b1(v2, v0)
;;   b1(v5: i32, v3: i32):
;;     v4 = struct.new ty0 v3
;;     global.set g0 v4
;;     v6 = global.get g0
;;     v7 = ref.eq v4, v6
;;     v8 = i32.add v5, v7
;;     v9 = i32.const 1
;;     v10 = i32.sub v3, v9
;;     br_if v10, b1(v8, v10), b2
;;   b2:
;;     return v8
;;   }
;; }
