;; A cast to one class is not executed for objects of the other, though traps never happen.
;; test: optimize -O3
;; promise: traps-never-happen
;; run: run(5) == 292971635
(module
  (rec
    (type $Object (sub (struct (field $class i32))))
    (type $bytes (array (mut i8)))
    (type $chars (array (mut i16)))
    (type $One (sub final $Object (struct (field $class i32) (field $data (ref $bytes)))))
    (type $Two (sub final $Object (struct (field $class i32) (field $data (ref $chars))))))
  (func $length (param $this (ref $Object)) (result i32)
    (if (result i32) (i32.eq (struct.get $Object $class (local.get $this)) (i32.const 1))
      (then (array.len (struct.get $One $data (ref.cast (ref $One) (local.get $this)))))
      (else (array.len (struct.get $Two $data (ref.cast (ref $Two) (local.get $this)))))))
  (func $at (param $this (ref $Object)) (param $i i32) (result i32)
    (if (result i32) (i32.eq (struct.get $Object $class (local.get $this)) (i32.const 1))
      (then (array.get_u $bytes (struct.get $One $data (ref.cast (ref $One) (local.get $this))) (local.get $i)))
      (else (array.get_u $chars (struct.get $Two $data (ref.cast (ref $Two) (local.get $this))) (local.get $i)))))
  (func $hash (param $this (ref $Object)) (result i32)
    (local $h i32) (local $i i32)
    (block $break (loop $continue
      (br_if $break (i32.ge_s (local.get $i) (call $length (local.get $this))))
      (local.set $h (i32.add (i32.mul (local.get $h) (i32.const 31)) (call $at (local.get $this) (local.get $i))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $continue)))
    (local.get $h))
  (func (export "run") (param $n i32) (result i32)
    (i32.add
      (call $hash (struct.new $One (i32.const 1) (array.new $bytes (i32.const 7) (local.get $n))))
      (call $hash (struct.new $Two (i32.const 2) (array.new $chars (i32.const 300) (local.get $n)))))))

;; expect:
;; (module
;;   (rec
;;     (type $Object (;0;) (sub (struct (field $class i32))))
;;     (type $bytes (;1;) (array (mut i8)))
;;     (type $chars (;2;) (array (mut i16)))
;;     (type $One (;3;) (sub final $Object (struct (field $class i32) (field $data (ref $bytes)))))
;;     (type $Two (;4;) (sub final $Object (struct (field $class i32) (field $data (ref $chars)))))
;;   )
;;   (type (;5;) (func (param (ref $Object)) (result i32)))
;;   (type (;6;) (func (param i32) (result i32)))
;;   (export "run" (func 1))
;;   (func $hash (;0;) (type 5) (param (ref $Object)) (result i32)
;;     (local i32 i32 i32 (ref $bytes) (ref $chars))
;;     local.get 0
;;     struct.get $Object $class
;;     i32.const 1
;;     i32.eq
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 2
;;         local.get 0
;;         ref.cast (ref $One)
;;         struct.get $One $data
;;         local.tee 4
;;         array.len
;;         i32.lt_s
;;         if ;; label = @3
;;           local.get 1
;;           i32.const 31
;;           i32.mul
;;           local.get 4
;;           local.get 2
;;           array.get_u $bytes
;;           i32.add
;;           local.get 2
;;           i32.const 1
;;           i32.add
;;           local.set 2
;;           local.set 1
;;           br 1 (;@2;)
;;         end
;;       end
;;     else
;;       loop ;; label = @2
;;         local.get 3
;;         local.get 0
;;         ref.cast (ref $Two)
;;         struct.get $Two $data
;;         local.tee 5
;;         array.len
;;         i32.lt_s
;;         if ;; label = @3
;;           local.get 1
;;           i32.const 31
;;           i32.mul
;;           local.get 5
;;           local.get 3
;;           array.get_u $chars
;;           i32.add
;;           local.get 3
;;           i32.const 1
;;           i32.add
;;           local.set 3
;;           local.set 1
;;           br 1 (;@2;)
;;         end
;;       end
;;     end
;;     local.get 1
;;   )
;;   (func (;1;) (type 6) (param i32) (result i32)
;;     i32.const 1
;;     i32.const 7
;;     local.get 0
;;     array.new $bytes
;;     struct.new $One
;;     call $hash
;;     i32.const 2
;;     i32.const 300
;;     local.get 0
;;     array.new $chars
;;     struct.new $Two
;;     call $hash
;;     i32.add
;;   )
;; )
