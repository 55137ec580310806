;; Functions with equal bodies become one, exported ones too.
;; test: pass merge-functions,global-dce
;; run: f(3) == 6
;; run: g(3) == 6
(module
  (func $a (param i32) (result i32) (i32.add (local.get 0) (local.get 0)))
  (func $b (param i32) (result i32) (i32.add (local.get 0) (local.get 0)))
  (func $exported (export "e") (param i32) (result i32) (i32.add (local.get 0) (local.get 0)))
  (func (export "f") (param i32) (result i32) (call $a (local.get 0)))
  (func (export "g") (param i32) (result i32) (call $b (local.get 0))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (export "e" (func $a))
;;   (export "f" (func 1))
;;   (export "g" (func 1))
;;   (func $a (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     local.get 0
;;     i32.add
;;   )
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     call $a
;;   )
;; )
