;; Partial unrolling: a sum over an array adds four elements per iteration, at offsets from one pointer unless
;; memory has its largest size. The original loop is the remainder loop.
;; test: optimize -O3
;; run: sum(0, 0) == 0
;; run: sum(0, 1) == 1
;; run: sum(0, 4) == 10
;; run: sum(0, 5) == 15
;; run: sum(4, 7) == 35
;; run: sum(0, 8) == 36
;; run: sum(0, 9) == 45
;; run: sum(0xfffffff8, 8) == trap
(module
  (memory (export "m") 1)
  (data (i32.const 0) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00\09\00\00\00")
  (func (export "sum") (param $p i32) (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (if (i32.eqz (local.get $n)) (then (return (i32.const 0))))
    (loop $l
      (local.set $s (i32.add (local.get $s)
        (i32.load (i32.add (local.get $p) (i32.shl (local.get $i) (i32.const 2))))))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "m" (memory 0))
;;   (export "sum" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     local.get 1
;;     if (result i32) ;; label = @1
;;       block ;; label = @2
;;         local.get 1
;;         i32.const 5
;;         i32.ge_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 1
;;             local.get 1
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             i32.sub
;;             local.set 3
;;             loop ;; label = @5
;;               local.get 2
;;               local.get 0
;;               i32.load
;;               i32.add
;;               local.get 0
;;               i32.load offset=4
;;               i32.add
;;               local.get 0
;;               i32.load offset=8
;;               i32.add
;;               local.get 0
;;               i32.load offset=12
;;               i32.add
;;               local.set 2
;;               local.get 0
;;               i32.const 16
;;               i32.add
;;               local.set 0
;;               local.get 1
;;               i32.const -4
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
;;         local.get 0
;;         i32.load
;;         i32.add
;;         local.set 2
;;         local.get 0
;;         i32.const 4
;;         i32.add
;;         local.set 0
;;         local.get 1
;;         i32.const -1
;;         i32.add
;;         local.tee 1
;;         br_if 0 (;@2;)
;;       end
;;       local.get 2
;;     else
;;       i32.const 0
;;     end
;;   )
;;   (data (;0;) (i32.const 0) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00\09")
;; )
