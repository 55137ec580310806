;; Fields and elements get the least type of what is stored there; struct.new_default stores null.
;; test: pass refine-types
;; promise: closed-world
;; run: f(5) == 12
;; run: g(0) == 1
(module
  (type $leaf (sub final (struct (field i32))))
  (type $a (sub (struct (field (mut anyref)) (field anyref))))
  (type $b (sub $a (struct (field (mut anyref)) (field anyref))))
  (type $d (struct (field (mut anyref))))
  (type $s (array (mut eqref)))
  (func $leaf (param $n i32) (result (ref $leaf)) (struct.new $leaf (local.get $n)))
  (func $read (param $a (ref $a)) (result i32)
    (i32.add
      (struct.get $leaf 0 (ref.cast (ref $leaf) (struct.get $a 0 (local.get $a))))
      (ref.test (ref i31) (struct.get $a 1 (local.get $a)))))
  (func (export "f") (param $n i32) (result i32)
    (local $s (ref $s))
    (local.set $s (array.new $s (call $leaf (i32.const 1)) (i32.const 2)))
    (i32.add
      (i32.add
        (call $read (struct.new $a (call $leaf (local.get $n)) (call $leaf (i32.const 0))))
        (call $read (struct.new $b (call $leaf (local.get $n)) (ref.i31 (i32.const 0)))))
      (struct.get $leaf 0 (ref.cast (ref $leaf) (array.get $s (local.get $s) (i32.const 0))))))
  (func (export "g") (param $n i32) (result i32)
    (local $d (ref $d))
    (local.set $d (struct.new_default $d))
    (if (local.get $n) (then (struct.set $d 0 (local.get $d) (call $leaf (i32.const 1)))))
    (ref.is_null (struct.get $d 0 (local.get $d)))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type $leaf (;1;) (struct (field i32)))
;;   (type $a (;2;) (sub (struct (field (ref $leaf)) (field (ref eq)))))
;;   (type $d (;3;) (struct (field (mut (ref null $leaf)))))
;;   (type $s (;4;) (array (ref $leaf)))
;;   (type (;5;) (func (param i32) (result (ref $leaf))))
;;   (type $b (;6;) (sub $a (struct (field (ref $leaf)) (field (ref i31)))))
;;   (type (;7;) (func (param (ref $a)) (result i32)))
;;   (export "f" (func 2))
;;   (export "g" (func 3))
;;   (func $leaf (;0;) (type 5) (param i32) (result (ref $leaf))
;;     local.get 0
;;     struct.new $leaf
;;   )
;;   (func $read (;1;) (type 7) (param (ref $a)) (result i32)
;;     local.get 0
;;     struct.get $a 0
;;     ref.cast (ref $leaf)
;;     struct.get $leaf 0
;;     local.get 0
;;     struct.get $a 1
;;     ref.test (ref i31)
;;     i32.add
;;   )
;;   (func (;2;) (type 0) (param i32) (result i32)
;;     (local (ref $s))
;;     i32.const 1
;;     call $leaf
;;     i32.const 2
;;     array.new $s
;;     local.set 1
;;     local.get 0
;;     call $leaf
;;     i32.const 0
;;     call $leaf
;;     struct.new $a
;;     call $read
;;     local.get 0
;;     call $leaf
;;     i32.const 0
;;     ref.i31
;;     struct.new $b
;;     call $read
;;     i32.add
;;     local.get 1
;;     i32.const 0
;;     array.get $s
;;     ref.cast (ref $leaf)
;;     struct.get $leaf 0
;;     i32.add
;;   )
;;   (func (;3;) (type 0) (param i32) (result i32)
;;     (local (ref $d))
;;     struct.new_default $d
;;     local.set 1
;;     local.get 0
;;     if ;; label = @1
;;       local.get 1
;;       i32.const 1
;;       call $leaf
;;       struct.set $d 0
;;     end
;;     local.get 1
;;     struct.get $d 0
;;     ref.is_null
;;   )
;; )
