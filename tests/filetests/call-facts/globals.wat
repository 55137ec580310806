;; A global that no function writes is a constant; what is written to one that no function reads is removed. The host may
;; read and write what is exported or imported.
;; test: pass call-facts,globals,fold,dce
;; run: written(7) == 7
;; run: constant() == 5
;; run: unread(3) == 4
;; run: exported() == 6
(module
  (global $constant (mut i32) (i32.const 5))
  (global $unread (mut i32) (i32.const 0))
  (global $written (mut i32) (i32.const 0))
  (global $exported (export "e") (mut i32) (i32.const 6))
  (global $shown (export "s") (mut i32) (i32.const 0))
  (func (export "written") (param i32) (result i32)
    (global.set $written (local.get 0))
    (global.get $written))
  (func (export "constant") (result i32) (global.get $constant))
  (func (export "unread") (param i32) (result i32)
    (global.set $unread (local.get 0))
    (i32.add (local.get 0) (i32.const 1)))
  (func (export "exported") (result i32)
    (global.set $shown (i32.const 1))
    (global.get $exported)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (result i32)))
;;   (global $constant (;0;) i32 i32.const 5)
;;   (global $unread (;1;) (mut i32) i32.const 0)
;;   (global $written (;2;) (mut i32) i32.const 0)
;;   (global $exported (;3;) (mut i32) i32.const 6)
;;   (global $shown (;4;) (mut i32) i32.const 0)
;;   (export "e" (global $exported))
;;   (export "s" (global $shown))
;;   (export "written" (func 0))
;;   (export "constant" (func 1))
;;   (export "unread" (func 2))
;;   (export "exported" (func 3))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     global.set $written
;;     global.get $written
;;   )
;;   (func (;1;) (type 1) (result i32)
;;     i32.const 5
;;   )
;;   (func (;2;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func (;3;) (type 1) (result i32)
;;     i32.const 1
;;     global.set $shown
;;     global.get $exported
;;   )
;; )
