;; A count of bytes in 32 bits is more than a byte, or 16 bits, can hold.
;; test: optimize -O3
;; features: simd
;; run: f(60000) == 59997
;; run: f(300) == 297
(module
  (memory (export "memory") 1)
  (data (i32.const 2100) "\01\02\03")
  (func (export "f") (param $n i32) (result i32) (local $i i32) (local $s i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $s (i32.add (local.get $s) (i32.eqz (i32.load8_u offset=2048 (local.get $i)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $s))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32 i32 i32)
;;     local.get 0
;;     i32.const 0
;;     i32.le_s
;;     if (result i32) ;; label = @1
;;       i32.const 0
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
;;             loop ;; label = @5
;;               local.get 2
;;               local.get 1
;;               i32.load8_u offset=2048
;;               i32.eqz
;;               i32.add
;;               local.get 1
;;               i32.load8_u offset=2049
;;               i32.eqz
;;               i32.add
;;               local.get 1
;;               i32.load8_u offset=2050
;;               i32.eqz
;;               i32.add
;;               local.get 1
;;               i32.load8_u offset=2051
;;               i32.eqz
;;               i32.add
;;               local.set 2
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
;;         local.get 2
;;         local.get 1
;;         i32.load8_u offset=2048
;;         i32.eqz
;;         i32.add
;;         local.set 2
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;       local.get 2
;;     end
;;   )
;;   (data (;0;) (i32.const 2100) "\01\02\03")
;; )
