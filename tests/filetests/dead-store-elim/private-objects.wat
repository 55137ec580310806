;; An assignment to an object that only the function knows is dead where the function ends, before traps and calls.
;; test: pass unreachable,gvn,dead-store-elim,dce
;; run: f(1) == 1
;; run: f(0) == trap
;; run: g(3) == 4
(module
  (type $ints (array (mut i32)))
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func $nothing)
  (func (export "f") (param $x i32) (result i32)
    (local $a (ref $ints)) (local $r i32)
    (local.set $a (array.new_default $ints (i32.const 100)))
    (array.set $ints (local.get $a) (i32.const 1) (i32.const 7))
    (call $nothing)
    (local.set $r (i32.div_u (i32.const 1) (local.get $x)))
    (array.set $ints (local.get $a) (i32.const 2) (local.get $r))
    (local.get $r))
  ;; These are read.
  (func (export "g") (param $x i32) (result i32)
    (local $a (ref $ints))
    (local.set $a (array.new_default $ints (i32.const 100)))
    (array.set $ints (local.get $a) (i32.const 3) (i32.const 4))
    (array.get $ints (local.get $a) (local.get $x))))

;; expect:
;; module {
;;   ty0 "ints" = array (mut i32)
;;   ty1 "pair" = struct (mut i32, mut i32)
;;   ty2 = func () -> ()
;;   ty3 = func (i32) -> (i32)
;;   export "f" f1
;;   export "g" f2
;;   func f0 : ty2 "nothing" {
;;   b0:
;;     return
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32):
;;     v2 = i32.const 100
;;     v3 = array.new_default ty0 v2
;;     v4 = i32.const 1
;;     call f0
;;     v7 = i32.div_u v4, v0
;;     return v7
;;   }
;;   func f2 : ty3 {
;;   b0(v0: i32):
;;     v1 = i32.const 100
;;     v2 = array.new_default ty0 v1
;;     v3 = i32.const 3
;;     v4 = i32.const 4
;;     array.set ty0 v2, v3, v4
;;     v5 = array.get ty0 v2, v0
;;     return v5
;;   }
;; }
