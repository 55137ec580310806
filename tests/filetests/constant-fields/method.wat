;; In a closed world a method that no subclass overrides is one function in all vtables: the call is direct. One that is
;; overridden stays a call through a reference.
;; test: pass global-dce,constant-fields,call-facts,unreachable,ssa-cleanup,inline,fold,gvn,simplify-cfg,dce
;; promise: closed-world
;; run: area(3) == 9
;; run: name(3) == 33
;; run: other(3) == 44
(module
  (rec
    (type $m (sub (func (param (ref $Shape)) (result i32))))
    (type $vt (sub (struct (field $area (ref $m)) (field $name (ref $m)))))
    (type $Shape (sub (struct (field $vtable (ref $vt)) (field $n (mut i32)))))
    (type $Square (sub $Shape (struct (field $vtable (ref $vt)) (field $n (mut i32)))))
    (type $Other (sub $Shape (struct (field $vtable (ref $vt)) (field $n (mut i32)) (field i32)))))
  (global $square (ref $vt) (struct.new $vt (ref.func $area) (ref.func $name1)))
  (global $other (ref $vt) (struct.new $vt (ref.func $area) (ref.func $name2)))
  (elem declare func $area $name1 $name2)
  (func $area (type $m)
    (i32.mul (struct.get $Shape $n (local.get 0)) (struct.get $Shape $n (local.get 0))))
  (func $name1 (type $m) (i32.mul (struct.get $Shape $n (local.get 0)) (i32.const 11)))
  (func $name2 (type $m) (i32.add (struct.get $Shape $n (local.get 0)) (i32.const 41)))
  (func $make (param i32 i32) (result (ref $Shape))
    (if (result (ref $Shape)) (local.get 1)
      (then (struct.new $Square (global.get $square) (local.get 0)))
      (else (struct.new $Other (global.get $other) (local.get 0) (i32.const 0)))))
  (func $call_area (param $s (ref $Shape)) (result i32)
    (call_ref $m (local.get $s)
      (struct.get $vt $area (struct.get $Shape $vtable (local.get $s)))))
  (func $call_name (param $s (ref $Shape)) (result i32)
    (call_ref $m (local.get $s)
      (struct.get $vt $name (struct.get $Shape $vtable (local.get $s)))))
  (func (export "area") (param i32) (result i32)
    (call $call_area (call $make (local.get 0) (i32.const 1))))
  (func (export "name") (param i32) (result i32)
    (call $call_name (call $make (local.get 0) (i32.const 1))))
  (func (export "other") (param i32) (result i32)
    (call $call_name (call $make (local.get 0) (i32.const 0)))))

;; expect:
;; (module
;;   (rec
;;     (type $m (;0;) (sub (func (param (ref $Shape)) (result i32))))
;;     (type $vt (;1;) (sub (struct (field $area (ref $m)) (field $name (ref $m)))))
;;     (type $Shape (;2;) (sub (struct (field $vtable (ref $vt)) (field $n (mut i32)))))
;;     (type $Square (;3;) (sub $Shape (struct (field $vtable (ref $vt)) (field $n (mut i32)))))
;;     (type $Other (;4;) (sub $Shape (struct (field $vtable (ref $vt)) (field $n (mut i32)) (field i32))))
;;   )
;;   (type (;5;) (func (param i32) (result i32)))
;;   (global $square (;0;) (ref $vt) ref.func $area ref.func $name1 struct.new $vt)
;;   (global $other (;1;) (ref $vt) ref.func $area ref.func $name2 struct.new $vt)
;;   (export "area" (func 3))
;;   (export "name" (func 4))
;;   (export "other" (func 5))
;;   (elem (;0;) declare func $area $name1 $name2)
;;   (func $area (;0;) (type $m) (param (ref $Shape)) (result i32)
;;     (local i32)
;;     local.get 0
;;     struct.get $Shape $n
;;     local.tee 1
;;     local.get 1
;;     i32.mul
;;   )
;;   (func $name1 (;1;) (type $m) (param (ref $Shape)) (result i32)
;;     local.get 0
;;     struct.get $Shape $n
;;     i32.const 11
;;     i32.mul
;;   )
;;   (func $name2 (;2;) (type $m) (param (ref $Shape)) (result i32)
;;     local.get 0
;;     struct.get $Shape $n
;;     i32.const 41
;;     i32.add
;;   )
;;   (func (;3;) (type 5) (param i32) (result i32)
;;     global.get $square
;;     local.get 0
;;     struct.new $Square
;;     struct.get $Shape $n
;;     local.tee 0
;;     local.get 0
;;     i32.mul
;;   )
;;   (func (;4;) (type 5) (param i32) (result i32)
;;     (local (ref $Square))
;;     global.get $square
;;     local.get 0
;;     struct.new $Square
;;     local.tee 1
;;     local.get 1
;;     struct.get $Shape $vtable
;;     struct.get $vt $name
;;     call_ref $m
;;   )
;;   (func (;5;) (type 5) (param i32) (result i32)
;;     (local (ref $Other))
;;     global.get $other
;;     local.get 0
;;     i32.const 0
;;     struct.new $Other
;;     local.tee 1
;;     local.get 1
;;     struct.get $Shape $vtable
;;     struct.get $vt $name
;;     call_ref $m
;;   )
;; )
