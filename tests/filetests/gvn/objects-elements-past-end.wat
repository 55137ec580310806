;; A read past the end of a new array traps.
;; test: pass gvn,dce
;; run: f() == trap
;; run: g(5) == trap
;; run: h() == 5
(module
  (type $ints (array (mut i32)))
  (func (export "f") (result i32) (array.get $ints (array.new $ints (i32.const 5) (i32.const 4)) (i32.const 4)))
  (func (export "g") (param $x i32) (result i32)
    (array.get $ints (array.new $ints (i32.const 5) (local.get $x)) (i32.const 5)))
  (func (export "h") (result i32) (array.get $ints (array.new $ints (i32.const 5) (i32.const 4)) (i32.const 3))))

;; expect:
;; module {
;;   ty0 "ints" = array (mut i32)
;;   ty1 = func () -> (i32)
;;   ty2 = func (i32) -> (i32)
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty1 {
;;   b0:
;;     v0 = i32.const 5
;;     v1 = i32.const 4
;;     v2 = array.new ty0 v0, v1
;;     v4 = array.get ty0 v2, v1
;;     return v4
;;   }
;;   func f1 : ty2 {
;;   b0(v0: i32):
;;     v1 = i32.const 5
;;     v2 = array.new ty0 v1, v0
;;     v4 = array.get ty0 v2, v1
;;     return v4
;;   }
;;   func f2 : ty1 {
;;   b0:
;;     v0 = i32.const 5
;;     v1 = i32.const 4
;;     v2 = array.new ty0 v0, v1
;;     return v0
;;   }
;; }
