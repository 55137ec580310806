;; A nest of short loops is unrolled from the inside: the outer loop is short once the inner one is folded.
;; test: optimize -O2
;; run: sum3x3(16) == 45
;; run: sum3x3(17) == 44
;; run: sum8x8(0) == 45
(module
  (memory (export "memory") 1)
  (data (i32.const 16) "\01\02\03\04\05\06\07\08\09")
  (func (export "sum3x3") (param $p i32) (result i32)
    (local $i i32) (local $j i32) (local $sum i32)
    (loop $rows
      (local.set $j (i32.const 0))
      (loop $columns
        (local.set $sum
          (i32.add (local.get $sum)
            (i32.load8_u
              (i32.add (local.get $p)
                (i32.add (i32.mul (local.get $i) (i32.const 3)) (local.get $j))))))
        (br_if $columns
          (i32.lt_s (local.tee $j (i32.add (local.get $j) (i32.const 1))) (i32.const 3))))
      (br_if $rows
        (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3))))
    (local.get $sum))
  ;; Not unrolled: the copies of the outer loop would be too large.
  (func (export "sum8x8") (param $p i32) (result i32)
    (local $i i32) (local $j i32) (local $sum i32)
    (loop $rows
      (local.set $j (i32.const 0))
      (loop $columns
        (local.set $sum
          (i32.add (local.get $sum)
            (i32.load8_u
              (i32.add (local.get $p)
                (i32.add (i32.mul (local.get $i) (i32.const 8)) (local.get $j))))))
        (br_if $columns
          (i32.lt_s (local.tee $j (i32.add (local.get $j) (i32.const 1))) (i32.const 8))))
      (br_if $rows
        (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 8))))
    (local.get $sum)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "sum3x3" (func 0))
;;   (export "sum8x8" (func 1))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.load8_u
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;     i32.load8_u
;;     i32.add
;;     local.get 0
;;     i32.const 2
;;     i32.add
;;     i32.load8_u
;;     i32.add
;;     local.get 0
;;     i32.const 3
;;     i32.add
;;     i32.load8_u
;;     i32.add
;;     local.get 0
;;     i32.const 4
;;     i32.add
;;     i32.load8_u
;;     i32.add
;;     local.get 0
;;     i32.const 5
;;     i32.add
;;     i32.load8_u
;;     i32.add
;;     local.get 0
;;     i32.const 6
;;     i32.add
;;     i32.load8_u
;;     i32.add
;;     local.get 0
;;     i32.const 7
;;     i32.add
;;     i32.load8_u
;;     i32.add
;;     local.get 0
;;     i32.const 8
;;     i32.add
;;     i32.load8_u
;;     i32.add
;;   )
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     (local i32 i32)
;;     local.get 0
;;     i32.const -64
;;     i32.sub
;;     local.set 2
;;     loop ;; label = @1
;;       local.get 1
;;       local.get 0
;;       i32.load8_u
;;       i32.add
;;       local.get 0
;;       i32.const 1
;;       i32.add
;;       i32.load8_u
;;       i32.add
;;       local.get 0
;;       i32.const 2
;;       i32.add
;;       i32.load8_u
;;       i32.add
;;       local.get 0
;;       i32.const 3
;;       i32.add
;;       i32.load8_u
;;       i32.add
;;       local.get 0
;;       i32.const 4
;;       i32.add
;;       i32.load8_u
;;       i32.add
;;       local.get 0
;;       i32.const 5
;;       i32.add
;;       i32.load8_u
;;       i32.add
;;       local.get 0
;;       i32.const 6
;;       i32.add
;;       i32.load8_u
;;       i32.add
;;       local.get 0
;;       i32.const 7
;;       i32.add
;;       i32.load8_u
;;       i32.add
;;       local.set 1
;;       local.get 0
;;       i32.const 8
;;       i32.add
;;       local.tee 0
;;       local.get 2
;;       i32.ne
;;       br_if 0 (;@1;)
;;     end
;;     local.get 1
;;   )
;;   (data (;0;) (i32.const 16) "\01\02\03\04\05\06\07\08\09")
;; )
