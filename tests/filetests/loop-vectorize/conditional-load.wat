;; A load under a condition that would trap in other iterations.
;; test: optimize -O3
;; features: simd
;; run: f(20, 8) == -2004846480
;; run: f(20, 20) == trap
(module
  (memory (export "memory") 1)
  (data (i32.const 65500) "\00\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10\11\12\13\14\15\16\17\18\19\1a\1b\1c\1d\1e\1f\20\21\22\23")
  (func (export "f") (param $n i32) (param $m i32) (result i32) (local $i i32) (local $s i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (if (i32.lt_s (local.get $i) (local.get $m)) (then
          (local.set $s (i32.add (local.get $s) (i32.load offset=65500 (i32.shl (local.get $i) (i32.const 2)))))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $s))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32 i32)
;;     local.get 0
;;     i32.const 0
;;     i32.le_s
;;     if (result i32) ;; label = @1
;;       i32.const 0
;;     else
;;       local.get 0
;;       i32.const 5
;;       i32.ge_u
;;       if ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         i32.const -4
;;         i32.and
;;         local.set 5
;;         loop ;; label = @3
;;           local.get 3
;;           local.get 1
;;           i32.lt_s
;;           if ;; label = @4
;;             local.get 2
;;             local.get 3
;;             i32.const 2
;;             i32.shl
;;             i32.load offset=65500
;;             i32.add
;;             local.set 2
;;           end
;;           local.get 3
;;           i32.const 1
;;           i32.add
;;           local.tee 4
;;           local.get 1
;;           i32.lt_s
;;           if ;; label = @4
;;             local.get 2
;;             local.get 4
;;             i32.const 2
;;             i32.shl
;;             i32.load offset=65500
;;             i32.add
;;             local.set 2
;;           end
;;           local.get 3
;;           i32.const 2
;;           i32.add
;;           local.tee 4
;;           local.get 1
;;           i32.lt_s
;;           if ;; label = @4
;;             local.get 2
;;             local.get 4
;;             i32.const 2
;;             i32.shl
;;             i32.load offset=65500
;;             i32.add
;;             local.set 2
;;           end
;;           local.get 3
;;           i32.const 3
;;           i32.add
;;           local.tee 4
;;           local.get 1
;;           i32.lt_s
;;           if ;; label = @4
;;             local.get 2
;;             local.get 4
;;             i32.const 2
;;             i32.shl
;;             i32.load offset=65500
;;             i32.add
;;             local.set 2
;;           end
;;           local.get 3
;;           i32.const 4
;;           i32.add
;;           local.tee 3
;;           local.get 5
;;           i32.ne
;;           br_if 0 (;@3;)
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 3
;;         local.get 1
;;         i32.lt_s
;;         if ;; label = @3
;;           local.get 2
;;           local.get 3
;;           i32.const 2
;;           i32.shl
;;           i32.load offset=65500
;;           i32.add
;;           local.set 2
;;         end
;;         local.get 3
;;         i32.const 1
;;         i32.add
;;         local.tee 3
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;       local.get 2
;;     end
;;   )
;;   (data (;0;) (i32.const 65500) "\00\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10\11\12\13\14\15\16\17\18\19\1a\1b\1c\1d\1e\1f !\22#")
;; )
