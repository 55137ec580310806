;; Lanes behind the one that leaves are not executed: their accesses may be out of bounds, although those of iterations
;; that are executed never are.
;; test: optimize -O3
;; features: simd
;; run: find(65000, 70000, 33) == -1
;; run: find(65100, 65536, 33) == -2
;; run: find(65117, 70000, 33) == -1
;; run: find(0, 70000, 9) == 2
;; run: until(65530, 100) == 3
;; run: until(65000, 1000) == 533
(module
  (memory (export "memory") 1)
  (data (i32.const 0) "\07\08\09")
  (data (i32.const 65533) "\05")
  ;; It leaves where memory ends.
  (func (export "find") (param $i i32) (param $n i32) (param $c i32) (result i32)
    (if (i32.lt_u (local.get $i) (local.get $n)) (then
      (loop $next
        (if (i32.ge_u (local.get $i) (i32.const 65536)) (then (return (i32.const -1))))
        (if (i32.eq (i32.load8_u (local.get $i)) (local.get $c)) (then (return (local.get $i))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $next (i32.lt_u (local.get $i) (local.get $n))))))
    (i32.const -2))
  ;; It finds something before.
  (func (export "until") (param $p i32) (param $n i32) (result i32) (local $i i32)
    (loop $next
      (if (i32.load8_u (i32.add (local.get $p) (local.get $i))) (then (return (local.get $i))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $i) (local.get $n))))
    (i32.const -2))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32) (result i32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "find" (func 0))
;;   (export "until" (func 1))
;;   (func (;0;) (type 0) (param i32 i32 i32) (result i32)
;;     (local v128 v128 v128 i32)
;;     local.get 0
;;     local.get 1
;;     i32.lt_u
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 1
;;         local.get 0
;;         i32.sub
;;         i32.const -1
;;         i32.add
;;         local.tee 6
;;         i32.const 64
;;         i32.ge_u
;;         if ;; label = @3
;;           local.get 0
;;           i64.extend_i32_u
;;           local.get 6
;;           i64.extend_i32_u
;;           i64.add
;;           i64.const 1
;;           i64.add
;;           memory.size
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           if ;; label = @4
;;             local.get 2
;;             i32x4.splat
;;             local.set 4
;;             local.get 0
;;             local.get 6
;;             i32.const -16
;;             i32.and
;;             i32.add
;;             local.set 6
;;             loop ;; label = @5
;;               local.get 0
;;               i32x4.splat
;;               local.tee 3
;;               v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;               i32x4.add
;;               v128.const i32x4 0x00010000 0x00010000 0x00010000 0x00010000
;;               i32x4.ge_u
;;               local.get 3
;;               v128.const i32x4 0x00000004 0x00000005 0x00000006 0x00000007
;;               i32x4.add
;;               v128.const i32x4 0x00010000 0x00010000 0x00010000 0x00010000
;;               i32x4.ge_u
;;               v128.or
;;               local.get 3
;;               v128.const i32x4 0x00000008 0x00000009 0x0000000a 0x0000000b
;;               i32x4.add
;;               v128.const i32x4 0x00010000 0x00010000 0x00010000 0x00010000
;;               i32x4.ge_u
;;               v128.or
;;               local.get 3
;;               v128.const i32x4 0x0000000c 0x0000000d 0x0000000e 0x0000000f
;;               i32x4.add
;;               v128.const i32x4 0x00010000 0x00010000 0x00010000 0x00010000
;;               i32x4.ge_u
;;               v128.or
;;               local.get 0
;;               v128.load align=1
;;               local.tee 3
;;               i16x8.extend_low_i8x16_u
;;               local.tee 5
;;               i32x4.extend_low_i16x8_u
;;               local.get 4
;;               i32x4.eq
;;               v128.or
;;               local.get 5
;;               i32x4.extend_high_i16x8_u
;;               local.get 4
;;               i32x4.eq
;;               v128.or
;;               local.get 3
;;               i16x8.extend_high_i8x16_u
;;               local.tee 3
;;               i32x4.extend_low_i16x8_u
;;               local.get 4
;;               i32x4.eq
;;               v128.or
;;               local.get 3
;;               i32x4.extend_high_i16x8_u
;;               local.get 4
;;               i32x4.eq
;;               v128.or
;;               v128.any_true
;;               (@metadata.code.branch_hint "\00")
;;               br_if 3 (;@2;)
;;               local.get 0
;;               i32.const 16
;;               i32.add
;;               local.tee 0
;;               local.get 6
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 0
;;         i32.const 65536
;;         i32.ge_u
;;         if ;; label = @3
;;           i32.const -1
;;           return
;;         end
;;         local.get 0
;;         i32.load8_u
;;         local.get 2
;;         i32.eq
;;         if ;; label = @3
;;           local.get 0
;;           return
;;         end
;;         local.get 0
;;         i32.const 1
;;         i32.add
;;         local.tee 0
;;         local.get 1
;;         i32.lt_u
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     i32.const -2
;;   )
;;   (func (;1;) (type 1) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     block ;; label = @1
;;       local.get 1
;;       i32.const -1
;;       i32.add
;;       local.tee 2
;;       i32.const 64
;;       i32.ge_u
;;       if ;; label = @2
;;         local.get 1
;;         i32.const 0
;;         i32.ne
;;         local.get 0
;;         i64.extend_i32_u
;;         local.get 2
;;         i64.extend_i32_u
;;         i64.add
;;         i64.const 1
;;         i64.add
;;         memory.size
;;         i64.extend_i32_u
;;         i64.const 16
;;         i64.shl
;;         i64.le_u
;;         i32.and
;;         if ;; label = @3
;;           local.get 2
;;           i32.const -16
;;           i32.and
;;           local.set 3
;;           i32.const 0
;;           local.set 2
;;           loop ;; label = @4
;;             local.get 0
;;             local.get 2
;;             i32.add
;;             v128.load align=1
;;             v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;             i8x16.ne
;;             v128.any_true
;;             (@metadata.code.branch_hint "\00")
;;             br_if 3 (;@1;)
;;             local.get 2
;;             i32.const 16
;;             i32.add
;;             local.tee 2
;;             local.get 3
;;             i32.ne
;;             (@metadata.code.branch_hint "\01")
;;             br_if 0 (;@4;)
;;           end
;;           br 2 (;@1;)
;;         end
;;       end
;;       i32.const 0
;;       local.set 2
;;     end
;;     loop (result i32) ;; label = @1
;;       local.get 0
;;       local.get 2
;;       i32.add
;;       i32.load8_u
;;       if (result i32) ;; label = @2
;;         local.get 2
;;       else
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 1
;;         i32.lt_u
;;         br_if 1 (;@1;)
;;         i32.const -2
;;       end
;;     end
;;   )
;;   (data (;0;) (i32.const 0) "\07\08\09")
;;   (data (;1;) (i32.const 65533) "\05")
;; )
