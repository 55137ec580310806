;; A loop that ends at a byte: no load behind it may trap, no store behind it is done.
;; test: optimize -O3
;; features: simd
;; run: find(0, 33) == 5
;; run: find(65530, 255) == trap
;; run: find(65500, 10) == 65510
;; run: copy(0, 10) == 17369102
;; run: last() == trap
(module
  (memory (export "memory") 1)
  (data (i32.const 0) "\07\08\09\01\02\21\04\00\05")
  (data (i32.const 65500) "\05\05\05\05\05\05\05\05\05\05\0a\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06")
  (func (export "find") (param $a i32) (param $c i32) (result i32)
    (loop $next
      (if (i32.ne (i32.load8_u (local.get $a)) (local.get $c)) (then
        (local.set $a (i32.add (local.get $a) (i32.const 1)))
        (br $next))))
    (local.get $a))
  (func $copy (export "copy") (param $a i32) (param $n i32) (result i32) (local $i i32)
    (block $out
      (loop $next
        (br_if $out (i32.eqz (i32.load8_u (i32.add (local.get $a) (local.get $i)))))
        (i32.store8 offset=512 (local.get $i) (i32.load8_u (i32.add (local.get $a) (local.get $i))))
        (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.add (local.get $i) (i32.load (i32.const 512))))
  (func (export "last") (result i32) (call $copy (i32.const 65500) (i32.const 100)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (type (;1;) (func (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "find" (func 0))
;;   (export "copy" (func $copy))
;;   (export "last" (func 2))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     local.get 0
;;     i32.load8_u
;;     local.get 1
;;     i32.ne
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 0
;;         i32.const 1
;;         i32.add
;;         local.tee 0
;;         i32.load8_u
;;         local.get 1
;;         i32.ne
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 0
;;   )
;;   (func $copy (;1;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     loop ;; label = @1
;;       local.get 0
;;       local.get 2
;;       i32.add
;;       i32.load8_u
;;       local.tee 3
;;       if ;; label = @2
;;         local.get 2
;;         local.get 3
;;         i32.store8 offset=512
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 1
;;         i32.lt_u
;;         br_if 1 (;@1;)
;;       end
;;     end
;;     local.get 2
;;     i32.const 512
;;     i32.load
;;     i32.add
;;   )
;;   (func (;2;) (type 1) (result i32)
;;     i32.const 65500
;;     i32.const 100
;;     call $copy
;;   )
;;   (data (;0;) (i32.const 0) "\07\08\09\01\02!\04\00\05")
;;   (data (;1;) (i32.const 65500) "\05\05\05\05\05\05\05\05\05\05\0a\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06\06")
;; )
