;; An immutable field of the object that an immutable global is initialized with holds what it was initialized with, also
;; where the object's vtable is forwarded from its allocation. A mutable field, a packed one, and a field of an object in
;; a global that changes are read.
;; test: pass gvn,globals,gvn,dce
;; run: immutable() == 12
;; run: mutable() == 13
;; run: changed() == 14
;; run: packed() == -1
;; run: other() == 12
(module
  (type $Class (struct (field i32) (field (mut i32)) (field i8)))
  (type $Object (struct (field (ref $Class)) (field (mut i32))))
  (global $class (ref $Class) (struct.new $Class (i32.const 12) (i32.const 13) (i32.const 255)))
  (global $variable (mut (ref $Class)) (struct.new $Class (i32.const 12) (i32.const 13) (i32.const 255)))
  (func (export "immutable") (result i32) (struct.get $Class 0 (global.get $class)))
  (func (export "mutable") (result i32) (struct.get $Class 1 (global.get $class)))
  (func (export "changed") (result i32)
    (struct.set $Class 1 (global.get $class) (i32.const 14))
    (struct.get $Class 1 (global.get $class)))
  (func (export "packed") (result i32) (struct.get_s $Class 2 (global.get $class)))
  (func (export "change") (global.set $variable (global.get $class)))
  (func (export "other") (result i32) (struct.get $Class 0 (global.get $variable))))

;; expect:
;; module {
;;   ty0 "Class" = struct (i32, mut i32, i8)
;;   ty1 "Object" = struct ((ref ty0), mut i32)
;;   ty2 = func () -> (i32)
;;   ty3 = func () -> ()
;;   global g0 : (ref ty0) "class" = i32.const 12, i32.const 13, i32.const 255, struct.new ty0
;;   global g1 : mut (ref ty0) "variable" = i32.const 12, i32.const 13, i32.const 255, struct.new ty0
;;   export "immutable" f0
;;   export "mutable" f1
;;   export "changed" f2
;;   export "packed" f3
;;   export "change" f4
;;   export "other" f5
;;   func f0 : ty2 {
;;   b0:
;;     v1 = i32.const 12
;;     return v1
;;   }
;;   func f1 : ty2 {
;;   b0:
;;     v0 = global.get g0
;;     v1 = struct.get ty0 1 v0
;;     return v1
;;   }
;;   func f2 : ty2 {
;;   b0:
;;     v0 = global.get g0
;;     v1 = i32.const 14
;;     struct.set ty0 1 v0, v1
;;     return v1
;;   }
;;   func f3 : ty2 {
;;   b0:
;;     v0 = global.get g0
;;     v1 = struct.get_s ty0 2 v0
;;     return v1
;;   }
;;   func f4 : ty3 {
;;   b0:
;;     v0 = global.get g0
;;     global.set g1 v0
;;     return
;;   }
;;   func f5 : ty2 {
;;   b0:
;;     v0 = global.get g1
;;     v1 = struct.get ty0 0 v0
;;     return v1
;;   }
;; }
