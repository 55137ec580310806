;; A dead global.set is removed, unless a call or a trap may observe it.
;; test: pass dead-store-elim,dce
;; run: seen() == 2
(module
  (import "env" "log" (func $log (param i32)))
  (global $g (export "g") (mut i32) (i32.const 0))
  (func (export "seen") (result i32)
    (global.set $g (i32.const 1))
    (global.set $g (i32.const 2))
    (global.get $g))
  (func (export "call")
    (global.set $g (i32.const 1))
    (call $log (i32.const 5))
    (global.set $g (i32.const 2)))
  (func (export "trap") (param i32)
    (global.set $g (i32.const 1))
    (drop (i32.div_u (i32.const 1) (local.get 0)))
    (global.set $g (i32.const 2))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func () -> (i32)
;;   ty2 = func () -> ()
;;   import f0 "env" "log" : ty0 "log"
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "g" g0
;;   export "seen" f1
;;   export "call" f2
;;   export "trap" f3
;;   func f1 : ty1 {
;;   b0:
;;     v1 = i32.const 2
;;     global.set g0 v1
;;     v2 = global.get g0
;;     return v2
;;   }
;;   func f2 : ty2 {
;;   b0:
;;     v0 = i32.const 1
;;     global.set g0 v0
;;     v1 = i32.const 5
;;     call f0 v1
;;     v2 = i32.const 2
;;     global.set g0 v2
;;     return
;;   }
;;   func f3 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     global.set g0 v1
;;     v2 = i32.const 1
;;     v3 = i32.div_u v2, v0
;;     v4 = i32.const 2
;;     global.set g0 v4
;;     return
;;   }
;; }
