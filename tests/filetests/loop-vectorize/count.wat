;; Counts of zero, below the number of lanes, and not a multiple of it: no element more, none less.
;; test: optimize -O3
;; features: simd
;; run: f(0) == 0
;; run: f(1) == 0
;; run: f(3) == 765
;; run: f(4) == 1530
;; run: f(5) == 2550
;; run: f(15) == 26775
;; run: f(16) == 30600
;; run: f(17) == 34680
;; run: f(31) == 118575
;; run: f(33) == 134640
;; run: f(-1) == 0
;; run: f(-2147483648) == 0
(module
  (memory (export "memory") 1)
  (func (export "f") (param $n i32) (result i32) (local $i i32) (local $s i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store8 offset=512 (local.get $i) (i32.const 255))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.set $i (i32.const 0))
    (loop $again
      (local.set $s (i32.add (local.get $s) (i32.mul (local.get $i) (i32.load8_u offset=512 (local.get $i)))))
      (br_if $again (i32.ne (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 40))))
    (local.get $s))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
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
;;             local.set 2
;;             loop ;; label = @5
;;               local.get 1
;;               i32.const 255
;;               i32.store8 offset=512
;;               local.get 1
;;               i32.const 255
;;               i32.store8 offset=513
;;               local.get 1
;;               i32.const 255
;;               i32.store8 offset=514
;;               local.get 1
;;               i32.const 255
;;               i32.store8 offset=515
;;               local.get 1
;;               i32.const 4
;;               i32.add
;;               local.tee 1
;;               local.get 2
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 1
;;         i32.const 255
;;         i32.store8 offset=512
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     i32.const 0
;;     local.set 0
;;     i32.const 0
;;     local.set 1
;;     memory.size
;;     i32.const 65535
;;     i32.le_u
;;     if ;; label = @1
;;       i32.const 0
;;       local.set 0
;;       loop ;; label = @2
;;         local.get 1
;;         local.get 0
;;         local.get 0
;;         i32.load8_u offset=512
;;         i32.mul
;;         i32.add
;;         local.get 0
;;         i32.const 1
;;         i32.add
;;         local.get 0
;;         i32.load8_u offset=513
;;         i32.mul
;;         i32.add
;;         local.get 0
;;         i32.const 2
;;         i32.add
;;         local.get 0
;;         i32.load8_u offset=514
;;         i32.mul
;;         i32.add
;;         local.get 0
;;         i32.const 3
;;         i32.add
;;         local.get 0
;;         i32.load8_u offset=515
;;         i32.mul
;;         i32.add
;;         local.set 1
;;         local.get 0
;;         i32.const 4
;;         i32.add
;;         local.tee 0
;;         i32.const 36
;;         i32.ne
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     loop ;; label = @1
;;       local.get 1
;;       local.get 0
;;       local.get 0
;;       i32.load8_u offset=512
;;       i32.mul
;;       i32.add
;;       local.set 1
;;       local.get 0
;;       i32.const 1
;;       i32.add
;;       local.tee 0
;;       i32.const 40
;;       i32.ne
;;       br_if 0 (;@1;)
;;     end
;;     local.get 1
;;   )
;; )
