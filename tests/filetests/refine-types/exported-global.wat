;; A global that is exported keeps its type: the outside may assign other values.
;; test: pass refine-types
;; promise: closed-world
;; run: f(5) == 1
(module
  (type $t (struct (field i32)))
  (global $shown (export "shown") (mut anyref) (ref.null none))
  (global $own (mut anyref) (ref.null any))
  (func (export "f") (param $n i32) (result i32)
    (global.set $own (struct.new $t (local.get $n)))
    (global.set $shown (ref.i31 (i32.const 1)))
    (ref.test (ref $t) (global.get $own))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type $t (;1;) (struct))
;;   (global $shown (;0;) (mut anyref) ref.null none)
;;   (global $own (;1;) (mut (ref null $t)) ref.null none)
;;   (export "shown" (global $shown))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     struct.new $t
;;     global.set $own
;;     i32.const 1
;;     ref.i31
;;     global.set $shown
;;     global.get $own
;;     ref.test (ref $t)
;;   )
;; )
