;; A conversion that traps ends the loop after the stores before it.
;; test: optimize -O3
;; features: simd
;; run: f(5) == 5
;; run: f(6) == trap
;; run: last() == trap
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\00\00\80\3f\00\00\00\40\00\00\60\40\00\00\80\c0\00\00\a0\40\34\12\c0\7f\00\00\e0\40\00\00\00\41")
  (func $f (export "f") (param $n i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store offset=512 (i32.shl (local.get $i) (i32.const 2)) (i32.trunc_f32_s (f32.load offset=256 (i32.shl (local.get $i) (i32.const 2)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $n))
  (func (export "last") (result i32) (call $f (i32.const 32)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func $f))
;;   (export "last" (func 1))
;;   (func $f (;0;) (type 0) (param i32) (result i32)
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
;;             local.set 3
;;             loop ;; label = @5
;;               local.get 1
;;               i32.const 2
;;               i32.shl
;;               local.tee 2
;;               local.get 2
;;               f32.load offset=256
;;               i32.trunc_f32_s
;;               i32.store offset=512
;;               local.get 2
;;               local.get 2
;;               f32.load offset=260
;;               i32.trunc_f32_s
;;               i32.store offset=516
;;               local.get 2
;;               local.get 2
;;               f32.load offset=264
;;               i32.trunc_f32_s
;;               i32.store offset=520
;;               local.get 2
;;               local.get 2
;;               f32.load offset=268
;;               i32.trunc_f32_s
;;               i32.store offset=524
;;               local.get 1
;;               i32.const 4
;;               i32.add
;;               local.tee 1
;;               local.get 3
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 1
;;         i32.const 2
;;         i32.shl
;;         local.tee 2
;;         local.get 2
;;         f32.load offset=256
;;         i32.trunc_f32_s
;;         i32.store offset=512
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 0
;;   )
;;   (func (;1;) (type 1) (result i32)
;;     i32.const 32
;;     call $f
;;     drop
;;     i32.const 32
;;   )
;;   (data (;0;) (i32.const 258) "\80?\00\00\00@\00\00`@\00\00\80\c0\00\00\a0@4\12\c0\7f\00\00\e0@\00\00\00A")
;; )
