;; Two i31 are equal if their lower 31 bits are; they are no objects.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: same(0) == 1
;; run: wrapped(0) == 1
;; run: not(0) == 0
;; run: object(2) == 0
;; run: unknown(5) == 1
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

  (func (export "same") (param i32) (result i32) (ref.eq (ref.i31 (i32.const 5)) (ref.i31 (i32.const 5))))
  (func (export "wrapped") (param i32) (result i32)
    (ref.eq (ref.i31 (i32.const 1)) (ref.i31 (i32.const 0x80000001))))
  (func (export "not") (param i32) (result i32) (ref.eq (ref.i31 (i32.const 5)) (ref.i31 (i32.const 6))))
  (func (export "object") (param i32) (result i32)
    (ref.eq (ref.i31 (local.get 0)) (call $make (local.get 0))))
  (func (export "unknown") (param i32) (result i32)
    (ref.eq (ref.i31 (local.get 0)) (ref.i31 (i32.const 5)))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> ((ref null ty0))
;;   ty4 = func (i32) -> (i32)
;;   export "same" f1
;;   export "wrapped" f2
;;   export "not" f3
;;   export "object" f4
;;   export "unknown" f5
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
;;     v5 = i32.const 1
;;     return v5
;;   }
;;   func f2 : ty4 {
;;   b0(v0: i32):
;;     v5 = i32.const 1
;;     return v5
;;   }
;;   func f3 : ty4 {
;;   b0(v0: i32):
;;     v5 = i32.const 0
;;     return v5
;;   }
;;   func f4 : ty4 {
;;   b0(v0: i32):
;;     v2 = call f0 v0
;;     v3 = i32.const 0
;;     return v3
;;   }
;;   func f5 : ty4 {
;;   b0(v0: i32):
;;     v1 = ref.i31 v0
;;     v2 = i32.const 5
;;     v3 = ref.i31 v2
;;     v4 = ref.eq v1, v3
;;     return v4
;;   }
;; }
