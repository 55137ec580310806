;; The operators min and max order zeros by sign and give a NaN where one is.
;; test: optimize -O3
;; features: simd
;; run: min(8, 0) == -2147483648
;; run: min(8, 4) == -2147483648
;; run: min(8, 8) == -2147483648
;; run: min(8, 28) == -1073741824
;; run: max(8, 0) == 0
;; run: max(8, 4) == 0
;; run: max(8, 12) == 0
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\00\00\00\80\00\00\00\00\00\00\00\80\00\00\00\00\00\00\80\3f\00\00\80\7f\34\12\c0\7f\00\00\00\40\00\00\00\00\00\00\00\80\00\00\00\80\00\00\00\00\34\12\c0\7f\00\00\80\3f\00\00\80\3f\00\00\00\c0")
  (func (export "min") (param $n i32) (param $at i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (f32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (f32.min (f32.load offset=256 (i32.shl (local.get $i) (i32.const 2))) (f32.load offset=288 (i32.shl (local.get $i) (i32.const 2)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load offset=512 (local.get $at)))
  (func (export "max") (param $n i32) (param $at i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (f32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (f32.max (f32.load offset=256 (i32.shl (local.get $i) (i32.const 2))) (f32.load offset=288 (i32.shl (local.get $i) (i32.const 2)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load offset=512 (local.get $at)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "min" (func 0))
;;   (export "max" (func 1))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const 5
;;         i32.ge_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 0
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             local.set 4
;;             loop ;; label = @5
;;               local.get 3
;;               i32.const 2
;;               i32.shl
;;               local.tee 2
;;               local.get 2
;;               f32.load offset=256
;;               local.get 2
;;               f32.load offset=288
;;               f32.min
;;               f32.store offset=512
;;               local.get 2
;;               local.get 2
;;               f32.load offset=260
;;               local.get 2
;;               f32.load offset=292
;;               f32.min
;;               f32.store offset=516
;;               local.get 2
;;               local.get 2
;;               f32.load offset=264
;;               local.get 2
;;               f32.load offset=296
;;               f32.min
;;               f32.store offset=520
;;               local.get 2
;;               local.get 2
;;               f32.load offset=268
;;               local.get 2
;;               f32.load offset=300
;;               f32.min
;;               f32.store offset=524
;;               local.get 3
;;               i32.const 4
;;               i32.add
;;               local.tee 3
;;               local.get 4
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 3
;;         i32.const 2
;;         i32.shl
;;         local.tee 2
;;         local.get 2
;;         f32.load offset=256
;;         local.get 2
;;         f32.load offset=288
;;         f32.min
;;         f32.store offset=512
;;         local.get 3
;;         i32.const 1
;;         i32.add
;;         local.tee 3
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i32.load offset=512
;;   )
;;   (func (;1;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     local.get 0
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         i32.const 5
;;         i32.ge_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 0
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             local.set 4
;;             loop ;; label = @5
;;               local.get 3
;;               i32.const 2
;;               i32.shl
;;               local.tee 2
;;               local.get 2
;;               f32.load offset=256
;;               local.get 2
;;               f32.load offset=288
;;               f32.max
;;               f32.store offset=512
;;               local.get 2
;;               local.get 2
;;               f32.load offset=260
;;               local.get 2
;;               f32.load offset=292
;;               f32.max
;;               f32.store offset=516
;;               local.get 2
;;               local.get 2
;;               f32.load offset=264
;;               local.get 2
;;               f32.load offset=296
;;               f32.max
;;               f32.store offset=520
;;               local.get 2
;;               local.get 2
;;               f32.load offset=268
;;               local.get 2
;;               f32.load offset=300
;;               f32.max
;;               f32.store offset=524
;;               local.get 3
;;               i32.const 4
;;               i32.add
;;               local.tee 3
;;               local.get 4
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 3
;;         i32.const 2
;;         i32.shl
;;         local.tee 2
;;         local.get 2
;;         f32.load offset=256
;;         local.get 2
;;         f32.load offset=288
;;         f32.max
;;         f32.store offset=512
;;         local.get 3
;;         i32.const 1
;;         i32.add
;;         local.tee 3
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i32.load offset=512
;;   )
;;   (data (;0;) (i32.const 256) "\00\00\00\80\00\00\00\00\00\00\00\80\00\00\00\00\00\00\80?\00\00\80\7f4\12\c0\7f\00\00\00@\00\00\00\00\00\00\00\80\00\00\00\80\00\00\00\004\12\c0\7f\00\00\80?\00\00\80?\00\00\00\c0")
;; )
