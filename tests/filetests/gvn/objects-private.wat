;; A call does not know an object whose reference stays in the function; it does know one that was stored.
;; test: pass gvn,dce
;; run: f(3) == 7
;; run: g(3) == 9
;; run: h(3) == 9
(module
  (type $ints (array (mut i32)))
  (type $box (struct (field (mut (ref null $ints)))))
  (global $kept (mut (ref null $box)) (ref.null $box))
  (func $change
    (if (i32.eqz (ref.is_null (global.get $kept)))
      (then (array.set $ints (struct.get $box 0 (global.get $kept)) (i32.const 1) (i32.const 9)))))
  (func (export "f") (param $x i32) (result i32)
    (local $a (ref $ints))
    (local.set $a (array.new_default $ints (i32.const 100)))
    (array.set $ints (local.get $a) (i32.const 1) (i32.const 7))
    (call $change)
    (array.get $ints (local.get $a) (i32.const 1)))
  (func (export "g") (param $x i32) (result i32)
    (local $a (ref $ints))
    (local.set $a (array.new_default $ints (i32.const 100)))
    (array.set $ints (local.get $a) (i32.const 1) (i32.const 7))
    (global.set $kept (struct.new $box (local.get $a)))
    (call $change)
    (array.get $ints (local.get $a) (i32.const 1)))
  (func (export "h") (param $x i32) (result i32)
    (local $a (ref $ints))
    (global.set $kept (struct.new $box (ref.null $ints)))
    (local.set $a (array.new_default $ints (i32.const 100)))
    (struct.set $box 0 (global.get $kept) (local.get $a))
    (array.set $ints (local.get $a) (i32.const 1) (i32.const 7))
    (call $change)
    (array.get $ints (local.get $a) (i32.const 1))))

;; expect:
;; module {
;;   ty0 "ints" = array (mut i32)
;;   ty1 "box" = struct (mut (ref null ty0))
;;   ty2 = func () -> ()
;;   ty3 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty1) "kept" = ref.null ty1
;;   export "f" f1
;;   export "g" f2
;;   export "h" f3
;;   func f0 : ty2 "change" {
;;   b0:
;;     v0 = global.get g0
;;     v1 = ref.is_null v0
;;     v2 = i32.eqz v1
;;     br_if v2, b2, b3
;;   b1:
;;     return
;;   b2:
;;     v4 = struct.get ty1 0 v0
;;     v5 = i32.const 1
;;     v6 = i32.const 9
;;     array.set ty0 v4, v5, v6
;;     jump b1
;;   b3:
;;     jump b1
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32):
;;     v1 = i32.const 100
;;     v2 = array.new_default ty0 v1
;;     v3 = i32.const 1
;;     v4 = i32.const 7
;;     array.set ty0 v2, v3, v4
;;     call f0
;;     return v4
;;   }
;;   func f2 : ty3 {
;;   b0(v0: i32):
;;     v1 = i32.const 100
;;     v2 = array.new_default ty0 v1
;;     v3 = i32.const 1
;;     v4 = i32.const 7
;;     array.set ty0 v2, v3, v4
;;     v5 = struct.new ty1 v2
;;     global.set g0 v5
;;     call f0
;;     v7 = array.get ty0 v2, v3
;;     return v7
;;   }
;;   func f3 : ty3 {
;;   b0(v0: i32):
;;     v1 = ref.null ty0
;;     v2 = struct.new ty1 v1
;;     global.set g0 v2
;;     v3 = i32.const 100
;;     v4 = array.new_default ty0 v3
;;     struct.set ty1 0 v2, v4
;;     v6 = i32.const 1
;;     v7 = i32.const 7
;;     array.set ty0 v4, v6, v7
;;     call f0
;;     v9 = array.get ty0 v4, v6
;;     return v9
;;   }
;; }
