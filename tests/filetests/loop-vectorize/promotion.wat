;; Floats become doubles and doubles floats: two lanes of four.
;; test: optimize -O3
;; features: simd
;; run: wide(8, 40) == 6.050000000000001
;; run: wide(7, 48) == -0.0
;; run: wide(5, 0) == 0.11000000163912774
;; run: narrow(7, 4) == inf
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\cd\cc\cc\3d\cd\cc\4c\3e\9a\99\99\be\ca\f2\49\71\c2\16\01\00\00\00\b0\40\00\00\00\80\00\00\e8\40\9a\99\99\99\99\99\b9\3f\9c\75\00\88\3c\e4\37\7e\59\f3\f8\c2\1f\6e\a5\81")
  (func (export "wide") (param $n i32) (param $at i32) (result f64) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (f64.store offset=512 (i32.shl (local.get $i) (i32.const 3)) (f64.mul (f64.promote_f32 (f32.load offset=256 (i32.shl (local.get $i) (i32.const 2)))) (f64.const 1.1)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (f64.load offset=512 (local.get $at)))
  (func (export "narrow") (param $n i32) (param $at i32) (result f32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (f32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (f32.demote_f64 (f64.load offset=256 (i32.shl (local.get $i) (i32.const 3)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (f32.load offset=512 (local.get $at)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result f64)))
;;   (type (;1;) (func (param i32 i32) (result f32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "wide" (func 0))
;;   (export "narrow" (func 1))
;;   (func (;0;) (type 0) (param i32 i32) (result f64)
;;     (local i32 i32 i32 i32)
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
;;             local.set 5
;;             loop ;; label = @5
;;               local.get 2
;;               i32.const 3
;;               i32.shl
;;               local.tee 3
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               local.tee 4
;;               f32.load offset=256
;;               f64.promote_f32
;;               f64.const 0x1.199999999999ap+0 (;=1.1;)
;;               f64.mul
;;               f64.store offset=512
;;               local.get 3
;;               local.get 4
;;               f32.load offset=260
;;               f64.promote_f32
;;               f64.const 0x1.199999999999ap+0 (;=1.1;)
;;               f64.mul
;;               f64.store offset=520
;;               local.get 3
;;               local.get 4
;;               f32.load offset=264
;;               f64.promote_f32
;;               f64.const 0x1.199999999999ap+0 (;=1.1;)
;;               f64.mul
;;               f64.store offset=528
;;               local.get 3
;;               local.get 4
;;               f32.load offset=268
;;               f64.promote_f32
;;               f64.const 0x1.199999999999ap+0 (;=1.1;)
;;               f64.mul
;;               f64.store offset=536
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 5
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 3
;;         i32.shl
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         f32.load offset=256
;;         f64.promote_f32
;;         f64.const 0x1.199999999999ap+0 (;=1.1;)
;;         f64.mul
;;         f64.store offset=512
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
;;     f64.load offset=512
;;   )
;;   (func (;1;) (type 1) (param i32 i32) (result f32)
;;     (local i32 i32 i32 i32)
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
;;             local.set 5
;;             loop ;; label = @5
;;               local.get 2
;;               i32.const 2
;;               i32.shl
;;               local.tee 3
;;               local.get 2
;;               i32.const 3
;;               i32.shl
;;               local.tee 4
;;               f64.load offset=256
;;               f32.demote_f64
;;               f32.store offset=512
;;               local.get 3
;;               local.get 4
;;               f64.load offset=264
;;               f32.demote_f64
;;               f32.store offset=516
;;               local.get 3
;;               local.get 4
;;               f64.load offset=272
;;               f32.demote_f64
;;               f32.store offset=520
;;               local.get 3
;;               local.get 4
;;               f64.load offset=280
;;               f32.demote_f64
;;               f32.store offset=524
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 5
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         local.get 2
;;         i32.const 3
;;         i32.shl
;;         f64.load offset=256
;;         f32.demote_f64
;;         f32.store offset=512
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
;;     f32.load offset=512
;;   )
;;   (data (;0;) (i32.const 256) "\cd\cc\cc=\cd\ccL>\9a\99\99\be\ca\f2Iq\c2\16\01\00\00\00\b0@\00\00\00\80\00\00\e8@\9a\99\99\99\99\99\b9?\9cu\00\88<\e47~Y\f3\f8\c2\1fn\a5\81")
;; )
