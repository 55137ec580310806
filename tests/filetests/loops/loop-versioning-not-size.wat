;; No loop versioning when optimizing for size.
;; test: optimize -Oz
;; run: f(16, 8) == 36
;; run: f(16, 9) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 16) "\40\00\00\00\08\00\00\00")
  (data (i32.const 32) "\80\00\00\00\08\00\00\00")
  (data (i32.const 48) "\30\00\00\00\08\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
  (func (export "f") (param $a i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (if (i32.ge_u (local.get $i) (i32.load offset=4 (local.get $a))) (then unreachable))
      (local.set $s (i32.add (local.get $s) (i32.load (i32.add (i32.load (local.get $a)) (i32.shl (local.get $i) (i32.const 2))))))
      (i32.store offset=1024 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (br_if $l (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "m" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     loop ;; label = @1
;;       local.get 2
;;       local.get 0
;;       i32.load offset=4
;;       i32.ge_u
;;       if ;; label = @2
;;         unreachable
;;       end
;;       local.get 2
;;       i32.const 2
;;       i32.shl
;;       local.tee 4
;;       local.get 3
;;       local.get 0
;;       i32.load
;;       local.get 4
;;       i32.add
;;       i32.load
;;       i32.add
;;       local.tee 3
;;       i32.store offset=1024
;;       local.get 2
;;       i32.const 1
;;       i32.add
;;       local.tee 2
;;       local.get 1
;;       i32.ne
;;       br_if 0 (;@1;)
;;     end
;;     local.get 3
;;   )
;;   (data (;0;) (i32.const 16) "@\00\00\00\08\00\00\00")
;;   (data (;1;) (i32.const 32) "\80\00\00\00\08\00\00\00")
;;   (data (;2;) (i32.const 48) "0\00\00\00\08\00\00\00")
;;   (data (;3;) (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00")
;; )
