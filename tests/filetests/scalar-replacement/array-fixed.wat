;; An array of given elements that is made again has them, and those that were assigned.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 37
(module
  (type $ints (array (mut i32)))
  (type $bytes (array (mut i8)))
  (func $new (param $x i32) (result (ref $bytes))
    (local $a (ref $bytes))
    (local.set $a (array.new_fixed $bytes 3 (local.get $x) (i32.const 1) (i32.const 2)))
    (array.set $bytes (local.get $a) (i32.const 1) (i32.const 7))
    (local.get $a))
  (func (export "f") (param $x i32) (result i32)
    (i32.add (i32.mul (i32.const 10) (array.get_s $bytes (call $new (local.get $x)) (i32.const 0)))
      (array.get_u $bytes (call $new (local.get $x)) (i32.const 1)))))

;; expect:
;; module {
;;   ty0 "ints" = array (mut i32)
;;   ty1 "bytes" = array (mut i8)
;;   ty2 = func (i32) -> ((ref ty1))
;;   ty3 = func (i32) -> (i32)
;;   export "f" f1
;;   func f0 : ty2 "new" {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = i32.const 2
;;     v3 = array.new_fixed ty1 3 v0, v1, v2
;;     v4 = i32.const 1
;;     v5 = i32.const 7
;;     array.set ty1 v3, v4, v5
;;     return v3
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32):
;;     v1 = i32.const 10
;;     v2 = call f0 v0
;;     v3 = i32.const 0
;;     v4 = array.get_s ty1 v2, v3
;;     v5 = i32.mul v1, v4
;;     v6 = call f0 v0
;;     v7 = i32.const 1
;;     v8 = array.get_u ty1 v6, v7
;;     v9 = i32.add v5, v8
;;     return v9
;;   }
;; }
