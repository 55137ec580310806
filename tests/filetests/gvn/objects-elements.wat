;; Elements at different constant indices are different, at an unknown index any.
;; test: pass gvn,dce
;; run: f(1) == 8
;; run: g(1) == 10
;; run: g(2) == 13
(module
  (type $ints (array (mut i32)))
  (func $new (result (ref $ints)) (array.new $ints (i32.const 5) (i32.const 4)))
  (func (export "f") (param $x i32) (result i32)
    (local $a (ref $ints))
    (local.set $a (call $new))
    (array.set $ints (local.get $a) (i32.const 1) (i32.const 3))
    (array.set $ints (local.get $a) (i32.const 2) (i32.const 8))
    (i32.add (array.get $ints (local.get $a) (i32.const 1)) (array.get $ints (local.get $a) (i32.const 0))))
  (func (export "g") (param $x i32) (result i32)
    (local $a (ref $ints)) (local $first i32)
    (local.set $a (call $new))
    (local.set $first (array.get $ints (local.get $a) (i32.const 2)))
    (array.set $ints (local.get $a) (local.get $x) (i32.const 8))
    (i32.add (local.get $first) (array.get $ints (local.get $a) (i32.const 2)))))

;; expect:
;; module {
;;   ty0 "ints" = array (mut i32)
;;   ty1 = func () -> ((ref ty0))
;;   ty2 = func (i32) -> (i32)
;;   export "f" f1
;;   export "g" f2
;;   func f0 : ty1 "new" {
;;   b0:
;;     v0 = i32.const 5
;;     v1 = i32.const 4
;;     v2 = array.new ty0 v0, v1
;;     return v2
;;   }
;;   func f1 : ty2 {
;;   b0(v0: i32):
;;     v1 = call f0
;;     v2 = i32.const 1
;;     v3 = i32.const 3
;;     array.set ty0 v1, v2, v3
;;     v4 = i32.const 2
;;     v5 = i32.const 8
;;     array.set ty0 v1, v4, v5
;;     v8 = i32.const 0
;;     v9 = array.get ty0 v1, v8
;;     v10 = i32.add v3, v9
;;     return v10
;;   }
;;   func f2 : ty2 {
;;   b0(v0: i32):
;;     v2 = call f0
;;     v3 = i32.const 2
;;     v4 = array.get ty0 v2, v3
;;     v5 = i32.const 8
;;     array.set ty0 v2, v0, v5
;;     v7 = array.get ty0 v2, v3
;;     v8 = i32.add v4, v7
;;     return v8
;;   }
;; }
