;; Copies, negation, absolute values and copied signs keep the payloads of NaNs, signalling ones too.
;; test: optimize -O3
;; features: simd
;; run: f(4, 0) == -519515856
;; run: f(8, 12) == 0
;; run: f(8, 28) == -1039609552
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\34\12\c0\7f\34\12\80\7f\01\00\c0\ff\00\00\00\80\00\00\00\00\00\00\c0\3f\34\12\c0\7f\34\12\80\7f")
  (func (export "f") (param $n i32) (param $at i32) (result i32) (local $i i32) (local $x f32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $x (f32.load offset=256 (i32.shl (local.get $i) (i32.const 2))))
        (f32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (local.get $x))
        (f32.store offset=640 (i32.shl (local.get $i) (i32.const 2)) (f32.neg (local.get $x)))
        (f32.store offset=768 (i32.shl (local.get $i) (i32.const 2)) (f32.abs (local.get $x)))
        (f32.store offset=896 (i32.shl (local.get $i) (i32.const 2)) (f32.copysign (local.get $x) (f32.const -1)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.add (i32.load offset=512 (local.get $at)) (i32.mul (i32.const 3)
      (i32.add (i32.load offset=640 (local.get $at)) (i32.mul (i32.const 5)
        (i32.add (i32.load offset=768 (local.get $at)) (i32.mul (i32.const 7) (i32.load offset=896 (local.get $at)))))))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32 f32)
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
;;               local.tee 5
;;               f32.store offset=512
;;               local.get 2
;;               local.get 5
;;               f32.neg
;;               f32.store offset=640
;;               local.get 2
;;               local.get 5
;;               f32.abs
;;               f32.store offset=768
;;               local.get 2
;;               local.get 5
;;               f32.const -0x1p+0 (;=-1;)
;;               f32.copysign
;;               f32.store offset=896
;;               local.get 2
;;               local.get 2
;;               f32.load offset=260
;;               local.tee 5
;;               f32.store offset=516
;;               local.get 2
;;               local.get 5
;;               f32.neg
;;               f32.store offset=644
;;               local.get 2
;;               local.get 5
;;               f32.abs
;;               f32.store offset=772
;;               local.get 2
;;               local.get 5
;;               f32.const -0x1p+0 (;=-1;)
;;               f32.copysign
;;               f32.store offset=900
;;               local.get 2
;;               local.get 2
;;               f32.load offset=264
;;               local.tee 5
;;               f32.store offset=520
;;               local.get 2
;;               local.get 5
;;               f32.neg
;;               f32.store offset=648
;;               local.get 2
;;               local.get 5
;;               f32.abs
;;               f32.store offset=776
;;               local.get 2
;;               local.get 5
;;               f32.const -0x1p+0 (;=-1;)
;;               f32.copysign
;;               f32.store offset=904
;;               local.get 2
;;               local.get 2
;;               f32.load offset=268
;;               local.tee 5
;;               f32.store offset=524
;;               local.get 2
;;               local.get 5
;;               f32.neg
;;               f32.store offset=652
;;               local.get 2
;;               local.get 5
;;               f32.abs
;;               f32.store offset=780
;;               local.get 2
;;               local.get 5
;;               f32.const -0x1p+0 (;=-1;)
;;               f32.copysign
;;               f32.store offset=908
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
;;         local.tee 5
;;         f32.store offset=512
;;         local.get 2
;;         local.get 5
;;         f32.neg
;;         f32.store offset=640
;;         local.get 2
;;         local.get 5
;;         f32.abs
;;         f32.store offset=768
;;         local.get 2
;;         local.get 5
;;         f32.const -0x1p+0 (;=-1;)
;;         f32.copysign
;;         f32.store offset=896
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
;;     local.get 1
;;     i32.load offset=640
;;     local.get 1
;;     i32.load offset=768
;;     local.get 1
;;     i32.load offset=896
;;     i32.const 7
;;     i32.mul
;;     i32.add
;;     i32.const 5
;;     i32.mul
;;     i32.add
;;     i32.const 3
;;     i32.mul
;;     i32.add
;;   )
;;   (data (;0;) (i32.const 256) "4\12\c0\7f4\12\80\7f\01\00\c0\ff\00\00\00\80\00\00\00\00\00\00\c0?4\12\c0\7f4\12\80\7f")
;; )
