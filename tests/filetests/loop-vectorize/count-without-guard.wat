;; A test at the bottom only: the body runs once for a count of zero.
;; test: optimize -O3
;; features: simd
;; run: f(0) == 9
;; run: f(1) == 9
;; run: f(-5) == 9
;; run: f(6) == 18
;; run: f(17) == 27
(module
  (memory (export "memory") 1)
  (func (export "f") (param $n i32) (result i32) (local $i i32)
    (block $out
      (loop $next
        (i32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (i32.const 9))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.add (i32.load (i32.const 512)) (i32.add (i32.load (i32.const 532)) (i32.load (i32.const 536)))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32 i32 i32 i32)
;;     block ;; label = @1
;;       local.get 0
;;       i32.const -1
;;       i32.add
;;       local.tee 1
;;       i32.const 8
;;       i32.ge_u
;;       (@metadata.code.branch_hint "\01")
;;       if ;; label = @2
;;         local.get 0
;;         i32.const -2147483648
;;         i32.add
;;         i32.const -2147483647
;;         i32.ge_u
;;         local.get 1
;;         i64.extend_i32_u
;;         i64.const 2
;;         i64.shl
;;         i64.const 516
;;         i64.add
;;         memory.size
;;         local.tee 2
;;         i64.extend_i32_u
;;         i64.const 16
;;         i64.shl
;;         i64.le_u
;;         i32.and
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           block ;; label = @4
;;             local.get 1
;;             i32.const -4
;;             i32.and
;;             local.tee 3
;;             i32.const 20
;;             i32.ge_u
;;             if ;; label = @5
;;               local.get 2
;;               i32.const 65535
;;               i32.le_u
;;               if ;; label = @6
;;                 local.get 3
;;                 i32.const -4
;;                 i32.add
;;                 i32.const -16
;;                 i32.and
;;                 local.set 4
;;                 i32.const 0
;;                 local.set 1
;;                 loop ;; label = @7
;;                   local.get 1
;;                   i32.const 2
;;                   i32.shl
;;                   local.tee 2
;;                   v128.const i32x4 0x00000009 0x00000009 0x00000009 0x00000009
;;                   v128.store offset=512 align=4
;;                   local.get 2
;;                   v128.const i32x4 0x00000009 0x00000009 0x00000009 0x00000009
;;                   v128.store offset=528 align=4
;;                   local.get 2
;;                   v128.const i32x4 0x00000009 0x00000009 0x00000009 0x00000009
;;                   v128.store offset=544 align=4
;;                   local.get 2
;;                   v128.const i32x4 0x00000009 0x00000009 0x00000009 0x00000009
;;                   v128.store offset=560 align=4
;;                   local.get 1
;;                   i32.const 16
;;                   i32.add
;;                   local.tee 1
;;                   local.get 4
;;                   i32.ne
;;                   br_if 0 (;@7;)
;;                 end
;;                 br 2 (;@4;)
;;               end
;;             end
;;             i32.const 0
;;             local.set 1
;;           end
;;           loop ;; label = @4
;;             local.get 1
;;             i32.const 2
;;             i32.shl
;;             v128.const i32x4 0x00000009 0x00000009 0x00000009 0x00000009
;;             v128.store offset=512 align=4
;;             local.get 1
;;             i32.const 4
;;             i32.add
;;             local.tee 1
;;             local.get 3
;;             i32.ne
;;             (@metadata.code.branch_hint "\01")
;;             br_if 0 (;@4;)
;;           end
;;           br 2 (;@1;)
;;         end
;;       end
;;       i32.const 0
;;       local.set 1
;;     end
;;     loop ;; label = @1
;;       local.get 1
;;       i32.const 2
;;       i32.shl
;;       i32.const 9
;;       i32.store offset=512
;;       local.get 1
;;       i32.const 1
;;       i32.add
;;       local.tee 1
;;       local.get 0
;;       i32.lt_s
;;       br_if 0 (;@1;)
;;     end
;;     i32.const 512
;;     i32.load
;;     i32.const 532
;;     i32.load
;;     i32.const 536
;;     i32.load
;;     i32.add
;;     i32.add
;;   )
;; )
