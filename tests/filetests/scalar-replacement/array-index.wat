;; An array that is accessed at an index that is not constant is made there.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 3
;; run: f(1) == 7
;; run: f(3) == trap
(module
  (type $ints (array (mut i32)))
  (type $bytes (array (mut i8)))
  (func (export "f") (param $x i32) (result i32)
    (local $a (ref null $ints))
    (local.set $a (array.new_default $ints (i32.const 3)))
    (array.set $ints (local.get $a) (i32.const 0) (i32.const 3))
    (array.set $ints (local.get $a) (i32.const 1) (i32.const 7))
    (array.get $ints (local.get $a) (local.get $x))))

;; expect:
;; module {
;;   ty0 "ints" = array (mut i32)
;;   ty1 "bytes" = array (mut i8)
;;   ty2 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty2 {
;;   b0(v0: i32):
;;     v9 = i32.const 0
;;     v5 = i32.const 3
;;     v7 = i32.const 7
;;     v10 = array.new_fixed ty0 3 v5, v7, v9
;;     v8 = array.get ty0 v10, v0
;;     return v8
;;   }
;; }
