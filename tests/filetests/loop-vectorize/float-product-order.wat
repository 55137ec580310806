;; A product of floats overflows or not, depending on its order.
;; test: optimize -O3
;; features: simd
;; run: product(4) == inf
;; run: product(3) == inf
;; run: product(2) == inf
;; run: product(0) == 1
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\9c\75\00\88\3c\e4\37\7e\9c\75\00\88\3c\e4\37\7e\59\f3\f8\c2\1f\6e\a5\01\59\f3\f8\c2\1f\6e\a5\01")
  (func (export "product") (param $n i32) (result f64) (local $i i32) (local $s f64)
    (local.set $s (f64.const 1))
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $s (f64.mul (local.get $s) (f64.load offset=256 (i32.shl (local.get $i) (i32.const 3)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $s))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result f64)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "product" (func 0))
;;   (func (;0;) (type 0) (param i32) (result f64)
;;     (local i32 i32 i32 f64)
;;     local.get 0
;;     i32.const 0
;;     i32.le_s
;;     if (result f64) ;; label = @1
;;       f64.const 0x1p+0 (;=1;)
;;     else
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
;;             i32.const 0
;;             f64.const 0x1p+0 (;=1;)
;;             local.set 4
;;             local.set 1
;;             loop ;; label = @5
;;               local.get 4
;;               local.get 1
;;               i32.const 3
;;               i32.shl
;;               local.tee 2
;;               f64.load offset=256
;;               f64.mul
;;               local.get 2
;;               f64.load offset=264
;;               f64.mul
;;               local.get 2
;;               f64.load offset=272
;;               f64.mul
;;               local.get 2
;;               f64.load offset=280
;;               f64.mul
;;               local.set 4
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
;;         i32.const 0
;;         f64.const 0x1p+0 (;=1;)
;;         local.set 4
;;         local.set 1
;;       end
;;       loop ;; label = @2
;;         local.get 4
;;         local.get 1
;;         i32.const 3
;;         i32.shl
;;         f64.load offset=256
;;         f64.mul
;;         local.set 4
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;       local.get 4
;;     end
;;   )
;;   (data (;0;) (i32.const 256) "\9cu\00\88<\e47~\9cu\00\88<\e47~Y\f3\f8\c2\1fn\a5\01Y\f3\f8\c2\1fn\a5\01")
;; )
