;; The index times the size of an element wraps before the counter reaches its limit.
;; test: optimize -O3
;; features: simd
;; run: f(1073741820, 1073741823) == 9
;; run: f(1073741823, 1073741826) == 9
;; run: f(-4, -1) == 9
(module
  (memory (export "memory") 1)
  (func (export "f") (param $i i32) (param $n i32) (result i32)
    (block $out
      (loop $next
        (i32.store (i32.add (i32.const 64) (i32.shl (local.get $i) (i32.const 2))) (i32.const 9))
        (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.or (i32.load (i32.const 48)) (i32.load (i32.const 64))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     local.get 1
;;     local.get 0
;;     i32.sub
;;     i32.const -1
;;     i32.add
;;     local.tee 2
;;     i32.const 8
;;     i32.ge_u
;;     (@metadata.code.branch_hint "\01")
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 1
;;       i32.add
;;       local.get 1
;;       i32.le_u
;;       local.get 0
;;       i32.const 2
;;       i32.shl
;;       i32.const -64
;;       i32.sub
;;       i64.extend_i32_u
;;       local.get 2
;;       i64.extend_i32_u
;;       i64.const 2
;;       i64.shl
;;       i64.add
;;       i64.const 4
;;       i64.add
;;       memory.size
;;       local.tee 3
;;       i64.extend_i32_u
;;       i64.const 16
;;       i64.shl
;;       i64.le_u
;;       i32.and
;;       (@metadata.code.branch_hint "\01")
;;       if ;; label = @2
;;         local.get 0
;;         local.get 2
;;         i32.const -4
;;         i32.and
;;         local.tee 2
;;         i32.add
;;         local.set 4
;;         local.get 2
;;         i32.const 20
;;         i32.ge_u
;;         if ;; label = @3
;;           local.get 3
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 0
;;             local.get 2
;;             i32.const -4
;;             i32.add
;;             i32.const -16
;;             i32.and
;;             i32.add
;;             local.set 3
;;             loop ;; label = @5
;;               local.get 0
;;               i32.const 2
;;               i32.shl
;;               i32.const -64
;;               i32.sub
;;               local.tee 2
;;               v128.const i32x4 0x00000009 0x00000009 0x00000009 0x00000009
;;               v128.store align=4
;;               local.get 2
;;               v128.const i32x4 0x00000009 0x00000009 0x00000009 0x00000009
;;               v128.store offset=16 align=4
;;               local.get 2
;;               v128.const i32x4 0x00000009 0x00000009 0x00000009 0x00000009
;;               v128.store offset=32 align=4
;;               local.get 2
;;               v128.const i32x4 0x00000009 0x00000009 0x00000009 0x00000009
;;               v128.store offset=48 align=4
;;               local.get 0
;;               i32.const 16
;;               i32.add
;;               local.tee 0
;;               local.get 3
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;           end
;;         end
;;         loop ;; label = @3
;;           local.get 0
;;           i32.const 2
;;           i32.shl
;;           i32.const -64
;;           i32.sub
;;           v128.const i32x4 0x00000009 0x00000009 0x00000009 0x00000009
;;           v128.store align=4
;;           local.get 0
;;           i32.const 4
;;           i32.add
;;           local.tee 0
;;           local.get 4
;;           i32.ne
;;           (@metadata.code.branch_hint "\01")
;;           br_if 0 (;@3;)
;;         end
;;       end
;;     end
;;     loop ;; label = @1
;;       local.get 0
;;       i32.const 2
;;       i32.shl
;;       i32.const -64
;;       i32.sub
;;       i32.const 9
;;       i32.store
;;       local.get 0
;;       i32.const 1
;;       i32.add
;;       local.tee 0
;;       local.get 1
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     i32.const 48
;;     i32.load
;;     i32.const 64
;;     i32.load
;;     i32.or
;;   )
;; )
