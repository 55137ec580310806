;; Whether a store is executed depends on the sum so far, of which a lane holds a part: the loop stays scalar.
;; test: optimize -O3
;; features: simd
;; run: f(0, 4096, 3) == 0
(module
  (memory (export "memory") 1)
  (func (export "f") (param $a i32) (param $b i32) (param $n i32) (result i64)
    (local $i i32) (local $z i64)
    (loop $l
      (local.set $z (i64.add (local.get $z) (i64.load (i32.add (local.get $b) (i32.shl (local.get $i) (i32.const 3))))))
      (if (i64.ge_s (local.get $z) (i64.load (i32.add (local.get $b) (i32.shl (local.get $i) (i32.const 3)))))
        (then (i32.store (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))) (i32.const 3))))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $z)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32) (result i64)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32 i32) (result i64)
;;     (local i64 i64 i32 i32 i32)
;;     local.get 1
;;     i64.load
;;     local.set 3
;;     local.get 0
;;     i32.const 3
;;     i32.store
;;     local.get 2
;;     i32.const 1
;;     i32.gt_u
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 2
;;         i32.const 6
;;         i32.ge_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 2
;;             i32.const -2
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             i32.const 1
;;             i32.add
;;             local.set 7
;;             i32.const 1
;;             local.set 5
;;             loop ;; label = @5
;;               local.get 3
;;               local.get 1
;;               local.get 5
;;               i32.const 3
;;               i32.shl
;;               i32.add
;;               local.tee 6
;;               i64.load
;;               local.tee 3
;;               i64.add
;;               local.tee 4
;;               local.get 3
;;               i64.ge_s
;;               if ;; label = @6
;;                 local.get 0
;;                 local.get 5
;;                 i32.const 2
;;                 i32.shl
;;                 i32.add
;;                 i32.const 3
;;                 i32.store
;;               end
;;               local.get 4
;;               local.get 6
;;               i64.load offset=8
;;               local.tee 3
;;               i64.add
;;               local.tee 4
;;               local.get 3
;;               i64.ge_s
;;               if ;; label = @6
;;                 local.get 0
;;                 local.get 5
;;                 i32.const 1
;;                 i32.add
;;                 i32.const 2
;;                 i32.shl
;;                 i32.add
;;                 i32.const 3
;;                 i32.store
;;               end
;;               local.get 4
;;               local.get 6
;;               i64.load offset=16
;;               local.tee 3
;;               i64.add
;;               local.tee 4
;;               local.get 3
;;               i64.ge_s
;;               if ;; label = @6
;;                 local.get 0
;;                 local.get 5
;;                 i32.const 2
;;                 i32.add
;;                 i32.const 2
;;                 i32.shl
;;                 i32.add
;;                 i32.const 3
;;                 i32.store
;;               end
;;               local.get 4
;;               local.get 6
;;               i64.load offset=24
;;               local.tee 4
;;               i64.add
;;               local.tee 3
;;               local.get 4
;;               i64.ge_s
;;               if ;; label = @6
;;                 local.get 0
;;                 local.get 5
;;                 i32.const 3
;;                 i32.add
;;                 i32.const 2
;;                 i32.shl
;;                 i32.add
;;                 i32.const 3
;;                 i32.store
;;               end
;;               local.get 5
;;               i32.const 4
;;               i32.add
;;               local.tee 5
;;               local.get 7
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 1
;;         local.set 5
;;       end
;;       loop ;; label = @2
;;         local.get 3
;;         local.get 1
;;         local.get 5
;;         i32.const 3
;;         i32.shl
;;         i32.add
;;         i64.load
;;         local.tee 4
;;         i64.add
;;         local.tee 3
;;         local.get 4
;;         i64.ge_s
;;         if ;; label = @3
;;           local.get 0
;;           local.get 5
;;           i32.const 2
;;           i32.shl
;;           i32.add
;;           i32.const 3
;;           i32.store
;;         end
;;         local.get 5
;;         i32.const 1
;;         i32.add
;;         local.tee 5
;;         local.get 2
;;         i32.lt_u
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 3
;;   )
;; )
