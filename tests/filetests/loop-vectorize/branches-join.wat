;; A block that two branches lead to is executed where one of them is taken, and not in each iteration.
;; test: optimize -O3
;; features: simd
;; run: f(64, 0) == 1
;; run: f(64, 1) == 7
;; run: f(64, 2) == 7
;; run: f(64, 40) == 2
;; run: f(64, 63) == 7
(module
  (memory (export "memory") 1)
  (func (export "f") (param $n i32) (param $at i32) (result i32) (local $i i32) (local $x i32)
    (loop $fill
      (i32.store (i32.shl (local.get $i) (i32.const 2)) (i32.and (local.get $i) (i32.const 3)))
      (i32.store offset=4096 (i32.shl (local.get $i) (i32.const 2)) (i32.const 7))
      (br_if $fill
        (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 64))))
    (local.set $i (i32.const 0))
    (block $out (br_if $out (i32.eqz (local.get $n)))
      (loop $next
        (block $skip
          (block $do
            (if (i32.gt_u (local.get $i) (i32.const 32))
              (then (br_if $do (i32.eqz (i32.load (i32.shl (local.get $i) (i32.const 2)))))
                (local.set $x (i32.const 1)))
              (else (br_if $do (i32.eq (local.get $i) (i32.const 0)))
                (local.set $x (i32.const 2))))
            (i32.store offset=8192 (i32.shl (local.get $i) (i32.const 2)) (local.get $x))
            (br $skip))
          (i32.store offset=4096 (i32.shl (local.get $i) (i32.const 2))
            (i32.add (i32.gt_u (local.get $i) (i32.const 32)) (i32.const 1))))
        (br_if $next
          (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load offset=4096 (i32.shl (local.get $at) (i32.const 2))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32 v128 v128 v128)
;;     memory.size
;;     local.tee 4
;;     i32.const 65535
;;     i32.le_u
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         local.tee 3
;;         local.get 2
;;         i32x4.splat
;;         v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;         i32x4.add
;;         v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
;;         v128.and
;;         v128.store align=4
;;         local.get 3
;;         v128.const i32x4 0x00000007 0x00000007 0x00000007 0x00000007
;;         v128.store offset=4096 align=4
;;         local.get 3
;;         local.get 2
;;         i32.const 4
;;         i32.add
;;         i32x4.splat
;;         v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;         i32x4.add
;;         v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
;;         v128.and
;;         v128.store offset=16 align=4
;;         local.get 3
;;         v128.const i32x4 0x00000007 0x00000007 0x00000007 0x00000007
;;         v128.store offset=4112 align=4
;;         local.get 3
;;         local.get 2
;;         i32.const 8
;;         i32.add
;;         i32x4.splat
;;         v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;         i32x4.add
;;         v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
;;         v128.and
;;         v128.store offset=32 align=4
;;         local.get 3
;;         v128.const i32x4 0x00000007 0x00000007 0x00000007 0x00000007
;;         v128.store offset=4128 align=4
;;         local.get 3
;;         local.get 2
;;         i32.const 12
;;         i32.add
;;         i32x4.splat
;;         v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;         i32x4.add
;;         v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
;;         v128.and
;;         v128.store offset=48 align=4
;;         local.get 3
;;         v128.const i32x4 0x00000007 0x00000007 0x00000007 0x00000007
;;         v128.store offset=4144 align=4
;;         local.get 2
;;         i32.const 16
;;         i32.add
;;         local.tee 2
;;         i32.const 48
;;         i32.ne
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     loop ;; label = @1
;;       local.get 2
;;       i32.const 2
;;       i32.shl
;;       local.tee 3
;;       local.get 2
;;       i32x4.splat
;;       v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;       i32x4.add
;;       v128.const i32x4 0x00000003 0x00000003 0x00000003 0x00000003
;;       v128.and
;;       v128.store align=4
;;       local.get 3
;;       v128.const i32x4 0x00000007 0x00000007 0x00000007 0x00000007
;;       v128.store offset=4096 align=4
;;       local.get 2
;;       i32.const 4
;;       i32.add
;;       local.tee 2
;;       i32.const 60
;;       i32.ne
;;       (@metadata.code.branch_hint "\01")
;;       br_if 0 (;@1;)
;;     end
;;     loop ;; label = @1
;;       local.get 2
;;       i32.const 2
;;       i32.shl
;;       local.tee 3
;;       local.get 2
;;       i32.const 3
;;       i32.and
;;       i32.store
;;       local.get 3
;;       i32.const 7
;;       i32.store offset=4096
;;       local.get 2
;;       i32.const 1
;;       i32.add
;;       local.tee 2
;;       i32.const 64
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     local.get 0
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 2
;;         i32.const 4
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 2
;;           i64.extend_i32_u
;;           i64.const 2
;;           i64.shl
;;           i64.const 8196
;;           i64.add
;;           local.get 4
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             local.get 2
;;             i32.const -4
;;             i32.and
;;             local.set 4
;;             i32.const 0
;;             local.set 2
;;             loop ;; label = @5
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               local.tee 3
;;               local.get 2
;;               i32x4.splat
;;               v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003
;;               i32x4.add
;;               local.tee 7
;;               v128.const i32x4 0x00000020 0x00000020 0x00000020 0x00000020
;;               i32x4.gt_u
;;               local.tee 5
;;               v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;               v128.and
;;               v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;               i32x4.add
;;               local.get 3
;;               v128.load offset=4096 align=4
;;               local.get 7
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               i32x4.eq
;;               local.get 5
;;               v128.andnot
;;               local.get 5
;;               local.get 3
;;               v128.load align=4
;;               local.tee 6
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               i32x4.eq
;;               v128.and
;;               v128.or
;;               v128.bitselect
;;               v128.store offset=4096 align=4
;;               local.get 3
;;               v128.const i32x4 0x00000001 0x00000001 0x00000001 0x00000001
;;               v128.const i32x4 0x00000002 0x00000002 0x00000002 0x00000002
;;               local.get 5
;;               local.get 6
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               i32x4.ne
;;               v128.and
;;               local.tee 6
;;               v128.bitselect
;;               local.get 3
;;               v128.load offset=8192 align=4
;;               local.get 7
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               i32x4.ne
;;               local.get 5
;;               v128.andnot
;;               local.get 6
;;               v128.or
;;               v128.bitselect
;;               v128.store offset=8192 align=4
;;               local.get 2
;;               i32.const 4
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
;;       loop ;; label = @2
;;         block ;; label = @3
;;           block ;; label = @4
;;             local.get 2
;;             i32.const 32
;;             i32.gt_u
;;             local.tee 4
;;             if ;; label = @5
;;               i32.const 1
;;               local.set 3
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               i32.load
;;               br_if 1 (;@4;)
;;             else
;;               i32.const 2
;;               local.set 3
;;               local.get 2
;;               br_if 1 (;@4;)
;;             end
;;             local.get 2
;;             i32.const 2
;;             i32.shl
;;             local.get 4
;;             i32.const 1
;;             i32.add
;;             i32.store offset=4096
;;             br 1 (;@3;)
;;           end
;;           local.get 2
;;           i32.const 2
;;           i32.shl
;;           local.get 3
;;           i32.store offset=8192
;;         end
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 0
;;         i32.lt_u
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i32.const 2
;;     i32.shl
;;     i32.load offset=4096
;;   )
;; )
