;; The start function with a single call is not removed.
;; test: optimize -Oz
;; run: f() == 2
(module
  (global $g (mut i32) (i32.const 0))
  (func $s (global.set $g (i32.add (global.get $g) (i32.const 1))))
  (func (export "f") (result i32) (call $s) (global.get $g))
  (start $s))

;; expect:
;; (module
;;   (type (;0;) (func))
;;   (type (;1;) (func (result i32)))
;;   (global $g (;0;) (mut i32) i32.const 0)
;;   (export "f" (func 1))
;;   (start $s)
;;   (func $s (;0;) (type 0)
;;     global.get $g
;;     i32.const 1
;;     i32.add
;;     global.set $g
;;   )
;;   (func (;1;) (type 1) (result i32)
;;     call $s
;;     global.get $g
;;   )
;; )
