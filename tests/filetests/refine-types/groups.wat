;; Recursion groups are as small as they can be; types that would become one stay in one group.
;; test: pass refine-types
;; promise: closed-world
;; run: f(0) == 1
;; run: f(1) == 2
(module
  (rec
    (type $list (sub (struct (field (ref null $list)) (field i32))))
    (type $x (sub (struct (field (mut i32)))))
    (type $fn (func (param (ref null $list)) (result i32))))
  (rec
    (type $y (sub (struct (field (mut i32)))))
    (type $unused (sub (struct (field f32)))))
  (elem declare func $len)
  (func $len (type $fn)
    (struct.get $list 1 (local.get 0)))
  (func $make (param $n i32) (result anyref)
    (if (result anyref) (local.get $n)
      (then (struct.new $x (i32.const 1)))
      (else (struct.new $y (i32.const 2)))))
  (func (export "f") (param $n i32) (result i32)
    (local $any anyref)
    (local.set $any (call $make (local.get $n)))
    (block $y (result (ref $y))
      (br_on_cast $y anyref (ref $y) (local.get $any))
      (struct.set $x 0 (ref.cast (ref $x)) (i32.const 5))
      (return (i32.add (struct.get $x 0 (ref.cast (ref $x) (local.get $any)))
        (i32.sub (call_ref $fn (struct.new $list (ref.null none) (i32.const 2)) (ref.func $len)) (i32.const 5)))))
    (struct.set $y 0 (i32.const 3))
    (i32.sub (struct.get $y 0 (ref.cast (ref $y) (local.get $any))) (i32.const 2))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type $list (;1;) (sub (struct (field i32))))
;;   (rec
;;     (type $x (;2;) (sub (struct (field (mut i32)))))
;;     (type $y (;3;) (sub (struct (field (mut i32)))))
;;   )
;;   (type (;4;) (func (param i32) (result anyref)))
;;   (type $fn (;5;) (func (param (ref null $list)) (result i32)))
;;   (export "f" (func 2))
;;   (elem (;0;) declare func $len)
;;   (func $len (;0;) (type $fn) (param (ref null $list)) (result i32)
;;     local.get 0
;;     struct.get $list 0
;;   )
;;   (func $make (;1;) (type 4) (param i32) (result anyref)
;;     local.get 0
;;     if (result anyref) ;; label = @1
;;       i32.const 1
;;       struct.new $x
;;     else
;;       i32.const 2
;;       struct.new $y
;;     end
;;   )
;;   (func (;2;) (type 0) (param i32) (result i32)
;;     (local anyref)
;;     block (result (ref $y)) ;; label = @1
;;       local.get 0
;;       call $make
;;       local.tee 1
;;       br_on_cast 0 (;@1;) anyref (ref $y)
;;       ref.cast (ref $x)
;;       i32.const 5
;;       struct.set $x 0
;;       local.get 1
;;       ref.cast (ref $x)
;;       struct.get $x 0
;;       i32.const 2
;;       struct.new $list
;;       ref.func $len
;;       call_ref $fn
;;       i32.const 5
;;       i32.sub
;;       i32.add
;;       return
;;     end
;;     i32.const 3
;;     struct.set $y 0
;;     local.get 1
;;     ref.cast (ref $y)
;;     struct.get $y 0
;;     i32.const 2
;;     i32.sub
;;   )
;; )
