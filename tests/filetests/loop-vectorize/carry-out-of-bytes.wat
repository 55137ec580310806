;; Bytes are added in 32 bits: what is shifted back down has the carry.
;; test: optimize -O3
;; features: simd
;; run: f(20, 0) == 130815
;; run: f(20, 12) == 1690861440
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\ff\fe\01\00\80\7f\c8\64\ff\fe\01\00\80\7f\c8\64\ff\fe\01\00\80\7f\c8\64\ff\fe\01\00\80\7f\c8\64\ff\fe\01\00\80\7f\c8\64\ff\fe\01\00\80\7f\c8\64\ff\fe\01\00\80\7f\c8\64\ff\fe\01\00\80\7f\c8\64")
  (func (export "f") (param $n i32) (param $at i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store8 offset=512 (local.get $i) (i32.shr_u (i32.add (i32.load8_u offset=256 (local.get $i)) (i32.load8_u offset=272 (local.get $i))) (i32.const 1)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load offset=512 (local.get $at)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         local.tee 2
;;         i32.const 16
;;         i32.ge_u
;;         (@metadata.code.branch_hint "\01")
;;         if ;; label = @3
;;           local.get 2
;;           i64.extend_i32_u
;;           i64.const 513
;;           i64.add
;;           memory.size
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           (@metadata.code.branch_hint "\01")
;;           if ;; label = @4
;;             local.get 2
;;             i32.const -16
;;             i32.and
;;             local.set 3
;;             i32.const 0
;;             local.set 2
;;             loop ;; label = @5
;;               local.get 2
;;               local.get 2
;;               v128.load8x8_u offset=256 align=1
;;               local.get 2
;;               v128.load8x8_u offset=272 align=1
;;               i16x8.add
;;               i32.const 1
;;               i16x8.shr_u
;;               local.get 2
;;               v128.load8x8_u offset=264 align=1
;;               local.get 2
;;               v128.load8x8_u offset=280 align=1
;;               i16x8.add
;;               i32.const 1
;;               i16x8.shr_u
;;               i8x16.narrow_i16x8_u
;;               v128.store offset=512 align=1
;;               local.get 2
;;               i32.const 16
;;               i32.add
;;               local.tee 2
;;               local.get 3
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
;;         local.get 2
;;         local.get 2
;;         i32.load8_u offset=256
;;         local.get 2
;;         i32.load8_u offset=272
;;         i32.add
;;         i32.const 1
;;         i32.shr_u
;;         i32.store8 offset=512
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i32.load offset=512
;;   )
;;   (data (;0;) (i32.const 256) "\ff\fe\01\00\80\7f\c8d\ff\fe\01\00\80\7f\c8d\ff\fe\01\00\80\7f\c8d\ff\fe\01\00\80\7f\c8d\ff\fe\01\00\80\7f\c8d\ff\fe\01\00\80\7f\c8d\ff\fe\01\00\80\7f\c8d\ff\fe\01\00\80\7f\c8d")
;; )
