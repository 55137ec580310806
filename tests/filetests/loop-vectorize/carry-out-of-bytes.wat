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
;;               local.get 2
;;               local.get 2
;;               i32.load8_u offset=256
;;               local.get 2
;;               i32.load8_u offset=272
;;               i32.add
;;               i32.const 1
;;               i32.shr_u
;;               i32.store8 offset=512
;;               local.get 2
;;               local.get 2
;;               i32.load8_u offset=257
;;               local.get 2
;;               i32.load8_u offset=273
;;               i32.add
;;               i32.const 1
;;               i32.shr_u
;;               i32.store8 offset=513
;;               local.get 2
;;               local.get 2
;;               i32.load8_u offset=258
;;               local.get 2
;;               i32.load8_u offset=274
;;               i32.add
;;               i32.const 1
;;               i32.shr_u
;;               i32.store8 offset=514
;;               local.get 2
;;               local.get 2
;;               i32.load8_u offset=259
;;               local.get 2
;;               i32.load8_u offset=275
;;               i32.add
;;               i32.const 1
;;               i32.shr_u
;;               i32.store8 offset=515
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 3
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
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
