;; Partial unrolling of rows of different lengths: the end of each row is loaded, so the factor is two. In a matrix,
;; whose row length is invariant, it is four.
;; test: optimize -O3
;; run: rows(2) == 10
;; run: rows(1) == 3
;; run: matrix(2, 2) == 10
;; run: matrix(1, 4) == 10
(module
  (memory (export "m") 1 1)
  (data (i32.const 0) "\00\00\00\00\02\00\00\00\04\00\00\00")
  (data (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00")
  (func (export "rows") (param $n i32) (result i32)
    (local $row i32) (local $i i32) (local $end i32) (local $s i32)
    (loop $rows
      (local.set $i (i32.load (i32.shl (local.get $row) (i32.const 2))))
      (local.set $end (i32.load offset=4 (i32.shl (local.get $row) (i32.const 2))))
      (if (i32.lt_s (local.get $i) (local.get $end))
        (then
          (loop $row_
            (local.set $s (i32.add (local.get $s)
              (i32.load offset=64 (i32.shl (local.get $i) (i32.const 2)))))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $row_ (i32.lt_s (local.get $i) (local.get $end))))))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $rows (i32.lt_s (local.get $row) (local.get $n))))
    (local.get $s))
  (func (export "matrix") (param $n i32) (param $m i32) (result i32)
    (local $row i32) (local $i i32) (local $end i32) (local $s i32)
    (loop $rows
      (local.set $i (i32.mul (local.get $row) (local.get $m)))
      (local.set $end (i32.add (local.get $i) (local.get $m)))
      (if (i32.lt_s (local.get $i) (local.get $end))
        (then
          (loop $row_
            (local.set $s (i32.add (local.get $s)
              (i32.load offset=64 (i32.shl (local.get $i) (i32.const 2)))))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $row_ (i32.lt_s (local.get $i) (local.get $end))))))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $rows (i32.lt_s (local.get $row) (local.get $n))))
    (local.get $s)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1 1)
;;   (export "m" (memory 0))
;;   (export "rows" (func 0))
;;   (export "matrix" (func 1))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32 i32 i32 i32 i32)
;;     i32.const 0
;;     i32.load
;;     local.set 2
;;     loop ;; label = @1
;;       local.get 2
;;       local.get 3
;;       i32.const 2
;;       i32.shl
;;       i32.load offset=4
;;       local.tee 4
;;       i32.lt_s
;;       if ;; label = @2
;;         local.get 4
;;         local.get 2
;;         i32.sub
;;         local.tee 5
;;         i32.const 3
;;         i32.ge_u
;;         if ;; label = @3
;;           local.get 2
;;           local.get 5
;;           i32.const -1
;;           i32.add
;;           i32.const -2
;;           i32.and
;;           i32.add
;;           local.set 5
;;           loop ;; label = @4
;;             local.get 1
;;             local.get 2
;;             i32.const 2
;;             i32.shl
;;             local.tee 1
;;             i32.load offset=64
;;             i32.add
;;             local.get 1
;;             i32.load offset=68
;;             i32.add
;;             local.set 1
;;             local.get 2
;;             i32.const 2
;;             i32.add
;;             local.tee 2
;;             local.get 5
;;             i32.ne
;;             br_if 0 (;@4;)
;;           end
;;         end
;;         loop ;; label = @3
;;           local.get 1
;;           local.get 2
;;           i32.const 2
;;           i32.shl
;;           i32.load offset=64
;;           i32.add
;;           local.set 1
;;           local.get 2
;;           i32.const 1
;;           i32.add
;;           local.tee 2
;;           local.get 4
;;           i32.lt_s
;;           br_if 0 (;@3;)
;;         end
;;       end
;;       local.get 3
;;       i32.const 1
;;       i32.add
;;       local.tee 3
;;       local.get 0
;;       i32.lt_s
;;       local.get 4
;;       local.set 2
;;       br_if 0 (;@1;)
;;     end
;;     local.get 1
;;   )
;;   (func (;1;) (type 1) (param i32 i32) (result i32)
;;     (local i32 i32 i32 i32 i32 i32 i32)
;;     local.get 1
;;     i32.const 5
;;     i32.ge_u
;;     local.set 6
;;     local.get 1
;;     i32.const -1
;;     i32.add
;;     i32.const -4
;;     i32.and
;;     local.set 7
;;     loop ;; label = @1
;;       local.get 3
;;       local.get 3
;;       local.get 1
;;       i32.add
;;       local.tee 5
;;       i32.lt_s
;;       if ;; label = @2
;;         local.get 6
;;         if ;; label = @3
;;           local.get 3
;;           local.get 7
;;           i32.add
;;           local.set 8
;;           loop ;; label = @4
;;             local.get 2
;;             local.get 3
;;             i32.const 2
;;             i32.shl
;;             local.tee 2
;;             i32.load offset=64
;;             i32.add
;;             local.get 2
;;             i32.load offset=68
;;             i32.add
;;             local.get 2
;;             i32.load offset=72
;;             i32.add
;;             local.get 2
;;             i32.load offset=76
;;             i32.add
;;             local.set 2
;;             local.get 3
;;             i32.const 4
;;             i32.add
;;             local.tee 3
;;             local.get 8
;;             i32.ne
;;             br_if 0 (;@4;)
;;           end
;;         end
;;         loop ;; label = @3
;;           local.get 2
;;           local.get 3
;;           i32.const 2
;;           i32.shl
;;           i32.load offset=64
;;           i32.add
;;           local.set 2
;;           local.get 3
;;           i32.const 1
;;           i32.add
;;           local.tee 3
;;           local.get 5
;;           i32.lt_s
;;           br_if 0 (;@3;)
;;         end
;;       end
;;       local.get 4
;;       i32.const 1
;;       i32.add
;;       local.tee 4
;;       local.get 0
;;       i32.lt_s
;;       local.get 5
;;       local.set 3
;;       br_if 0 (;@1;)
;;     end
;;     local.get 2
;;   )
;;   (data (;0;) (i32.const 4) "\02\00\00\00\04")
;;   (data (;1;) (i32.const 64) "\01\00\00\00\02\00\00\00\03\00\00\00\04")
;; )
