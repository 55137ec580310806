;; A store under a condition is done where it holds only: elsewhere memory is as it was, or does not exist.
;; test: optimize -O3
;; features: simd
;; run: f(256, 40) == 0
;; run: f(65500, 36) == 0
;; run: f(65500, 37) == 0
;; run: last() == trap
(module
  (memory (export "memory") 1)
  (data (i32.const 128) "\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\00\00\00\00\00\00\00\00\00\00\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01")
  (func $f (export "f") (param $a i32) (param $n i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (if (i32.and (i32.load8_u offset=128 (local.get $i)) (i32.const 1)) (then
          (i32.store8 (i32.add (local.get $a) (local.get $i)) (local.get $i))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load8_u (i32.const 65531)))
  (func (export "last") (result i32) (call $f (i32.const 65516) (i32.const 60)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (type (;1;) (func (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func $f))
;;   (export "last" (func 1))
;;   (func $f (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32 i64 i64 i64 i64)
;;     local.get 1
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 1
;;         i32.const -1
;;         i32.add
;;         local.tee 2
;;         i32.const 16
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 2
;;           i64.extend_i32_u
;;           local.tee 5
;;           i64.const 129
;;           i64.add
;;           local.tee 6
;;           memory.size
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           local.tee 7
;;           i64.le_u
;;           local.get 0
;;           i64.extend_i32_u
;;           local.tee 8
;;           local.get 5
;;           i64.add
;;           i64.const 1
;;           i64.add
;;           local.tee 5
;;           local.get 7
;;           i64.le_u
;;           i32.and
;;           local.get 5
;;           i64.const 128
;;           i64.le_u
;;           local.get 6
;;           local.get 8
;;           i64.le_u
;;           i32.or
;;           i32.and
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             local.get 2
;;             i32.const -16
;;             i32.and
;;             local.set 4
;;             i32.const 0
;;             local.set 2
;;             loop ;; label = @5
;;               local.get 0
;;               local.get 2
;;               i32.add
;;               local.tee 3
;;               local.get 2
;;               i8x16.splat
;;               v128.const i32x4 0x03020100 0x07060504 0x0b0a0908 0x0f0e0d0c
;;               i8x16.add
;;               local.get 3
;;               v128.load align=1
;;               local.get 2
;;               v128.load offset=128 align=1
;;               v128.const i32x4 0x01010101 0x01010101 0x01010101 0x01010101
;;               v128.and
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               i8x16.ne
;;               v128.bitselect
;;               v128.store align=1
;;               local.get 2
;;               i32.const 16
;;               i32.add
;;               local.tee 2
;;               local.get 4
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         local.set 2
;;       end
;;       local.get 1
;;       local.get 2
;;       i32.sub
;;       local.tee 4
;;       i32.const 5
;;       i32.ge_u
;;       if ;; label = @2
;;         local.get 2
;;         i32.const -2147483647
;;         i32.add
;;         local.get 1
;;         i32.const -2147483648
;;         i32.add
;;         i32.le_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 2
;;             local.get 4
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             i32.add
;;             local.set 4
;;             loop ;; label = @5
;;               local.get 2
;;               i32.load8_u offset=128
;;               i32.const 1
;;               i32.and
;;               if ;; label = @6
;;                 local.get 0
;;                 local.get 2
;;                 i32.add
;;                 local.get 2
;;                 i32.store8
;;               end
;;               local.get 2
;;               i32.load8_u offset=129
;;               i32.const 1
;;               i32.and
;;               if ;; label = @6
;;                 local.get 0
;;                 local.get 2
;;                 i32.const 1
;;                 i32.add
;;                 local.tee 3
;;                 i32.add
;;                 local.get 3
;;                 i32.store8
;;               end
;;               local.get 2
;;               i32.load8_u offset=130
;;               i32.const 1
;;               i32.and
;;               if ;; label = @6
;;                 local.get 0
;;                 local.get 2
;;                 i32.const 2
;;                 i32.add
;;                 local.tee 3
;;                 i32.add
;;                 local.get 3
;;                 i32.store8
;;               end
;;               local.get 2
;;               i32.load8_u offset=131
;;               i32.const 1
;;               i32.and
;;               if ;; label = @6
;;                 local.get 0
;;                 local.get 2
;;                 i32.const 3
;;                 i32.add
;;                 local.tee 3
;;                 i32.add
;;                 local.get 3
;;                 i32.store8
;;               end
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 4
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.load8_u offset=128
;;         i32.const 1
;;         i32.and
;;         if ;; label = @3
;;           local.get 0
;;           local.get 2
;;           i32.add
;;           local.get 2
;;           i32.store8
;;         end
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 1
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     i32.const 65531
;;     i32.load8_u
;;   )
;;   (func (;1;) (type 1) (result i32)
;;     i32.const 65516
;;     i32.const 60
;;     call $f
;;   )
;;   (data (;0;) (i32.const 128) "\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\00\00\00\00\00\00\00\00\00\00\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01")
;; )
