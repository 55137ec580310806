;; Two elements of a vector may be counted in one bucket.
;; test: optimize -O3
;; features: simd
;; run: f(64, 3) == 16
;; run: f(64, 0) == 16
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\0b\30\55\7a\9f\c4\e9\0e\33\58\7d\a2\c7\ec\11\36\5b\80\a5\ca\ef\14\39\5e\83\a8\cd\f2\17\3c\61\86\ab\d0\f5\1a\3f\64\89\ae\d3\f8\1d\42\67\8c\b1\d6\fb\20\45\6a\8f\b4\d9\fe\23\48\6d\92\b7\dc\01\26")
  (func (export "f") (param $n i32) (param $k i32) (result i32) (local $i i32) (local $p i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $p (i32.shl (i32.and (i32.load8_u offset=256 (local.get $i)) (i32.const 3)) (i32.const 2)))
        (i32.store offset=512 (local.get $p) (i32.add (i32.load offset=512 (local.get $p)) (i32.const 1)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load offset=512 (i32.shl (local.get $k) (i32.const 2))))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
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
;;               local.get 2
;;               i32.load8_u offset=256
;;               i32.const 3
;;               i32.and
;;               i32.const 2
;;               i32.shl
;;               local.tee 3
;;               local.get 3
;;               i32.load offset=512
;;               i32.const 1
;;               i32.add
;;               i32.store offset=512
;;               local.get 2
;;               i32.load8_u offset=257
;;               i32.const 3
;;               i32.and
;;               i32.const 2
;;               i32.shl
;;               local.tee 3
;;               local.get 3
;;               i32.load offset=512
;;               i32.const 1
;;               i32.add
;;               i32.store offset=512
;;               local.get 2
;;               i32.load8_u offset=258
;;               i32.const 3
;;               i32.and
;;               i32.const 2
;;               i32.shl
;;               local.tee 3
;;               local.get 3
;;               i32.load offset=512
;;               i32.const 1
;;               i32.add
;;               i32.store offset=512
;;               local.get 2
;;               i32.load8_u offset=259
;;               i32.const 3
;;               i32.and
;;               i32.const 2
;;               i32.shl
;;               local.tee 3
;;               local.get 3
;;               i32.load offset=512
;;               i32.const 1
;;               i32.add
;;               i32.store offset=512
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 4
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.load8_u offset=256
;;         i32.const 3
;;         i32.and
;;         i32.const 2
;;         i32.shl
;;         local.tee 4
;;         local.get 4
;;         i32.load offset=512
;;         i32.const 1
;;         i32.add
;;         i32.store offset=512
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
;;     i32.const 2
;;     i32.shl
;;     i32.load offset=512
;;   )
;;   (data (;0;) (i32.const 256) "\0b0Uz\9f\c4\e9\0e3X}\a2\c7\ec\116[\80\a5\ca\ef\149^\83\a8\cd\f2\17<a\86\ab\d0\f5\1a?d\89\ae\d3\f8\1dBg\8c\b1\d6\fb Ej\8f\b4\d9\fe#Hm\92\b7\dc\01&")
;; )
