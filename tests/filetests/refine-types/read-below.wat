;; A field that only a subtype's objects are asked for stays in the supertype, too.
;; test: pass refine-types
;; promise: closed-world
;; run: f(5) == 7
(module
  (type $a (sub (struct (field i32) (field i32))))
  (type $b (sub $a (struct (field i32) (field i32) (field i32))))
  (func $any (param $n i32) (result (ref $a))
    (if (result (ref $a)) (local.get $n)
      (then (struct.new $b (local.get $n) (i32.const 2) (i32.const 3)))
      (else (struct.new $a (local.get $n) (i32.const 1)))))
  (func (export "f") (param $n i32) (result i32)
    (local $b (ref $b))
    (local.set $b (ref.cast (ref $b) (call $any (local.get $n))))
    (i32.add (struct.get $b 0 (local.get $b)) (struct.get $b 1 (local.get $b)))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type $a (;1;) (sub (struct (field i32) (field i32))))
;;   (type $b (;2;) (sub $a (struct (field i32) (field i32))))
;;   (type (;3;) (func (param i32) (result (ref $a))))
;;   (export "f" (func 1))
;;   (func $any (;0;) (type 3) (param i32) (result (ref $a))
;;     local.get 0
;;     if (result (ref $a)) ;; label = @1
;;       local.get 0
;;       i32.const 2
;;       struct.new $b
;;     else
;;       local.get 0
;;       i32.const 1
;;       struct.new $a
;;     end
;;   )
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     (local (ref $b))
;;     local.get 0
;;     call $any
;;     ref.cast (ref $b)
;;     local.tee 1
;;     struct.get $b 0
;;     local.get 1
;;     struct.get $b 1
;;     i32.add
;;   )
;; )
