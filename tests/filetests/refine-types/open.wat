;; In an open world, types of objects stay: only a global and the parameters of a function that is called directly change.
;; test: pass refine-types
;; run: f(5) == 6
(module
  (type $t (struct (field i32) (field (mut anyref))))
  (type $unused (struct (field f64)))
  (global $g (mut anyref) (ref.null none))
  (global $shown (export "shown") (mut anyref) (ref.null none))
  (func $of (param $unused i64) (param $t anyref) (result i32)
    (struct.get $t 0 (ref.cast (ref $t) (local.get $t))))
  (func (export "f") (param $n i32) (result i32)
    (global.set $g (struct.new $t (local.get $n) (ref.null none)))
    (global.set $shown (struct.new $t (local.get $n) (ref.null none)))
    (i32.add
      (call $of (i64.const 1) (struct.new $t (local.get $n) (ref.null none)))
      (ref.test (ref $t) (global.get $g)))))

;; expect:
;; (module
;;   (type $t (;0;) (struct (field i32) (field (mut anyref))))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (type (;2;) (func (param (ref $t)) (result i32)))
;;   (global $g (;0;) (mut (ref null $t)) ref.null none)
;;   (global $shown (;1;) (mut anyref) ref.null none)
;;   (export "shown" (global $shown))
;;   (export "f" (func 1))
;;   (func $of (;0;) (type 2) (param (ref $t)) (result i32)
;;     local.get 0
;;     ref.cast (ref $t)
;;     struct.get $t 0
;;   )
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     local.get 0
;;     ref.null none
;;     struct.new $t
;;     global.set $g
;;     local.get 0
;;     ref.null none
;;     struct.new $t
;;     global.set $shown
;;     local.get 0
;;     ref.null none
;;     struct.new $t
;;     call $of
;;     global.get $g
;;     ref.test (ref $t)
;;     i32.add
;;   )
;; )
