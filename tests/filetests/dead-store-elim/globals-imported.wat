;; Two imported globals may be the same one, so a read of one observes an assignment of the other. A global that the
;; module defines is distinct.
;; test: pass dead-store-elim,dce
(module
  (import "env" "a" (global $a (mut i32)))
  (import "env" "b" (global $b (mut i32)))
  (global $own (mut i32) (i32.const 0))
  (func (export "imported") (result i32)
    (global.set $a (i32.const 1))
    (global.get $b)
    (global.set $a (i32.const 2)))
  (func (export "own") (result i32)
    (global.set $a (i32.const 1))
    (global.get $own)
    (global.set $a (i32.const 2))))

;; expect:
;; module {
;;   ty0 = func () -> (i32)
;;   import g0 "env" "a" : mut i32 "a"
;;   import g1 "env" "b" : mut i32 "b"
;;   global g2 : mut i32 "own" = i32.const 0
;;   export "imported" f0
;;   export "own" f1
;;   func f0 : ty0 {
;;   b0:
;;     v0 = i32.const 1
;;     global.set g0 v0
;;     v1 = global.get g1
;;     v2 = i32.const 2
;;     global.set g0 v2
;;     return v1
;;   }
;;   func f1 : ty0 {
;;   b0:
;;     v1 = global.get g2
;;     v2 = i32.const 2
;;     global.set g0 v2
;;     return v1
;;   }
;; }
