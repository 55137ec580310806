;; An access past the end of an array traps.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == trap
;; run: g(3) == trap
;; run: h() == trap
(module
  (type $ints (array (mut i32)))
  (type $bytes (array (mut i8)))
  (func (export "f") (param $x i32) (result i32)
    (local $a (ref null $ints))
    (local.set $a (array.new $ints (local.get $x) (i32.const 4)))
    (array.set $ints (local.get $a) (i32.const 0) (i32.const 10))
    (array.get $ints (local.get $a) (i32.const 4)))
  (func (export "g") (param $x i32) (result i32)
    (local $a (ref null $ints))
    (local.set $a (array.new $ints (local.get $x) (i32.const 4)))
    (array.set $ints (local.get $a) (i32.const -1) (i32.const 10))
    (array.get $ints (local.get $a) (i32.const 0)))
  (func (export "h") (result i32)
    (local $a (ref null $ints))
    (local.set $a (array.new_default $ints (i32.const 0)))
    (array.get $ints (local.get $a) (i32.const 0))))

;; expect:
;; module {
;;   ty0 "ints" = array (mut i32)
;;   ty1 "bytes" = array (mut i8)
;;   ty2 = func (i32) -> (i32)
;;   ty3 = func () -> (i32)
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty2 {
;;   b0(v0: i32):
;;     v2 = i32.const 4
;;     v3 = array.new ty0 v0, v2
;;     v4 = i32.const 0
;;     v5 = i32.const 10
;;     array.set ty0 v3, v4, v5
;;     v6 = i32.const 4
;;     v7 = array.get ty0 v3, v6
;;     return v7
;;   }
;;   func f1 : ty2 {
;;   b0(v0: i32):
;;     v2 = i32.const 4
;;     v3 = array.new ty0 v0, v2
;;     v4 = i32.const -1
;;     v5 = i32.const 10
;;     array.set ty0 v3, v4, v5
;;     v6 = i32.const 0
;;     v7 = array.get ty0 v3, v6
;;     return v7
;;   }
;;   func f2 : ty3 {
;;   b0:
;;     v1 = i32.const 0
;;     v2 = array.new_default ty0 v1
;;     v3 = i32.const 0
;;     v4 = array.get ty0 v2, v3
;;     return v4
;;   }
;; }
