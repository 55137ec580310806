;; An immediate offset is added without wrapping.
;; test: optimize -O3
;; features: simd
;; run: f(-16, 4) == trap
;; run: f(65519, 1) == trap
;; run: f(16, 4) == 4
;; run: f(65500, 5) == 5
;; run: f(65500, 6) == trap
;; run: g(-16, 4) == trap
(module
  (memory (export "memory") 1)
  (func (export "f") (param $a i32) (param $n i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store offset=16 (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))) (local.get $i))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $n))
  (func (export "g") (param $a i32) (param $n i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store offset=4294967295 (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))) (local.get $i))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $n))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (export "g" (func 1))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     local.get 1
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 1
;;         i32.const 5
;;         i32.ge_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 1
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             local.set 4
;;             loop ;; label = @5
;;               local.get 0
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               i32.add
;;               local.tee 3
;;               local.get 2
;;               i32.store offset=16
;;               local.get 3
;;               local.get 2
;;               i32.const 1
;;               i32.add
;;               i32.store offset=20
;;               local.get 3
;;               local.get 2
;;               i32.const 2
;;               i32.add
;;               i32.store offset=24
;;               local.get 3
;;               local.get 2
;;               i32.const 3
;;               i32.add
;;               i32.store offset=28
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 4
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 0
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         i32.add
;;         local.get 2
;;         i32.store offset=16
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 1
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;   )
;;   (func (;1;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     local.get 1
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       local.get 1
;;       i32.const 5
;;       i32.ge_u
;;       if ;; label = @2
;;         local.get 1
;;         i32.const -1
;;         i32.add
;;         i32.const -4
;;         i32.and
;;         local.set 4
;;         loop ;; label = @3
;;           local.get 0
;;           local.get 2
;;           i32.const 2
;;           i32.shl
;;           i32.add
;;           local.get 2
;;           i32.store offset=4294967295
;;           local.get 0
;;           local.get 2
;;           i32.const 1
;;           i32.add
;;           local.tee 3
;;           i32.const 2
;;           i32.shl
;;           i32.add
;;           local.get 3
;;           i32.store offset=4294967295
;;           local.get 0
;;           local.get 2
;;           i32.const 2
;;           i32.add
;;           local.tee 3
;;           i32.const 2
;;           i32.shl
;;           i32.add
;;           local.get 3
;;           i32.store offset=4294967295
;;           local.get 0
;;           local.get 2
;;           i32.const 3
;;           i32.add
;;           local.tee 3
;;           i32.const 2
;;           i32.shl
;;           i32.add
;;           local.get 3
;;           i32.store offset=4294967295
;;           local.get 2
;;           i32.const 4
;;           i32.add
;;           local.tee 2
;;           local.get 4
;;           i32.ne
;;           br_if 0 (;@3;)
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 0
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         i32.add
;;         local.get 2
;;         i32.store offset=4294967295
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 1
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;   )
;; )
