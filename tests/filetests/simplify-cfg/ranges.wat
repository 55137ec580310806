;; What branches tell of intervals and of differences decides tests below them: behind `calls`. In each function of a pair
;; the second one, `not_`, differs in what makes the fact untrue: an order, a step, a bound.
;; test: optimize -O1
;; run: less(5) == 5
;; run: less(50) == 50
;; run: not_less(15) == trap
;; run: nonzero(2, 30) == 2
;; run: not_nonzero(-2, 0) == trap
;; run: next(9) == 9
;; run: not_next(-1) == trap
;; run: not_next(3) == 77
;; run: sum(2, 3) == 2
;; run: not_sum(2147483647, 5) == trap
;; run: chain(1, 2, 3) == 1
;; run: not_chain(1, 2, -3) == trap
;; run: not_chain(1, 5, 1) == trap
;; run: sign(5) == 0
;; run: sign(-5) == 1
;; run: not_sign(5) == 0
;; run: not_sign(-7) == -1
;; run: remainder(17) == 3
;; run: not_remainder(-17) == -3
;; run: rest(2) == 2
;; run: not_rest(5) == 0
;; run: masked(9) == 9
;; run: not_masked(31) == 15
;; run: arm(0) == 7
;; run: arm(9) == 9
;; run: not_arm(2) == trap
;; run: counter(9) == 9
;; run: not_counter(-1) == -2147483648
;; run: at_most(4, 4) == 1
;; run: at_most(4, 5) == 2
;; run: not_at_most(6, 5) == 3
(module
  (func (export "less") (param $a i32) (result i32)
    (if (i32.lt_u (local.get $a) (i32.const 10)) (then
      (if (i32.gt_s (local.get $a) (i32.const 9)) (then (unreachable)))))
    (local.get $a))
  (func (export "not_less") (param $a i32) (result i32)
    (if (i32.lt_u (local.get $a) (i32.const 20)) (then
      (if (i32.gt_s (local.get $a) (i32.const 9)) (then (unreachable)))))
    (local.get $a))
  (func (export "nonzero") (param $a i32) (param $b i32) (result i32)
    (if (i32.lt_u (local.get $a) (local.get $b)) (then
      (if (i32.eqz (local.get $b)) (then (unreachable)))))
    (local.get $a))
  (func (export "not_nonzero") (param $a i32) (param $b i32) (result i32)
    (if (i32.lt_s (local.get $a) (local.get $b)) (then
      (if (i32.eqz (local.get $b)) (then (unreachable)))))
    (local.get $a))
  (func (export "next") (param $a i32) (result i32)
    (if (i32.lt_u (local.get $a) (i32.const 10)) (then
      (if (i32.gt_u (i32.add (local.get $a) (i32.const 1)) (i32.const 10)) (then (unreachable)))))
    (local.get $a))
  ;; The sum is below 10 also where it wraps.
  (func (export "not_next") (param $a i32) (result i32)
    (if (i32.lt_u (i32.add (local.get $a) (i32.const 1)) (i32.const 10)) (then
      (if (i32.gt_u (local.get $a) (i32.const 9)) (then (unreachable)))
      (if (i32.lt_u (local.get $a) (i32.const 5)) (then (return (i32.const 77))))))
    (local.get $a))
  (func (export "sum") (param $a i32) (param $b i32) (result i32)
    (if (i32.lt_s (local.get $a) (local.get $b)) (then
      (if (i32.gt_s (i32.add (local.get $a) (i32.const 1)) (local.get $b)) (then (unreachable)))))
    (local.get $a))
  (func (export "not_sum") (param $a i32) (param $b i32) (result i32)
    (if (i32.le_s (i32.add (local.get $a) (i32.const 1)) (local.get $b)) (then
      (if (i32.gt_s (local.get $a) (local.get $b)) (then (unreachable)))))
    (local.get $a))
  (func (export "chain") (param $a i32) (param $b i32) (param $c i32) (result i32)
    (if (i32.lt_s (local.get $a) (local.get $b)) (then
      (if (i32.le_s (local.get $b) (local.get $c)) (then
        (if (i32.ge_s (local.get $a) (local.get $c)) (then (unreachable)))))))
    (local.get $a))
  ;; The second comparison is unsigned; and it is one of sums.
  (func (export "not_chain") (param $a i32) (param $b i32) (param $c i32) (result i32)
    (if (i32.lt_s (local.get $a) (local.get $b)) (then
      (if (i32.le_u (local.get $b) (local.get $c)) (then
        (if (i32.ge_s (local.get $a) (local.get $c)) (then (unreachable)))))
      (if (i32.le_s (local.get $b) (i32.add (local.get $c) (i32.const 7))) (then
        (if (i32.ge_s (local.get $a) (local.get $c)) (then (unreachable)))))))
    (local.get $a))
  (func (export "sign") (param $a i32) (result i32)
    (if (result i32) (i32.ge_s (local.get $a) (i32.const 0))
      (then (i32.shr_s (local.get $a) (i32.const 31)))
      (else (i32.lt_s (local.get $a) (i32.const 1)))))
  (func (export "not_sign") (param $a i32) (result i32)
    (if (result i32) (i32.ge_s (local.get $a) (i32.const -8))
      (then (i32.shr_s (local.get $a) (i32.const 31)))
      (else (i32.const 3))))
  (func (export "remainder") (param $a i32) (result i32)
    (if (i32.lt_s (local.get $a) (i32.const 0)) (then (unreachable)))
    (i32.rem_s (local.get $a) (i32.const 7)))
  (func (export "not_remainder") (param $a i32) (result i32)
    (if (i32.eqz (local.get $a)) (then (unreachable)))
    (i32.rem_s (local.get $a) (i32.const 7)))
  (func (export "rest") (param $a i32) (result i32)
    (if (i32.ge_u (local.get $a) (i32.const 5)) (then (unreachable)))
    (i32.rem_u (local.get $a) (i32.const 5)))
  (func (export "not_rest") (param $a i32) (result i32)
    (if (i32.gt_u (local.get $a) (i32.const 5)) (then (unreachable)))
    (i32.rem_u (local.get $a) (i32.const 5)))
  (func (export "masked") (param $a i32) (result i32)
    (if (i32.gt_u (local.get $a) (i32.const 15)) (then (unreachable)))
    (i32.and (local.get $a) (i32.const 15)))
  (func (export "not_masked") (param $a i32) (result i32)
    (if (i32.gt_u (local.get $a) (i32.const 31)) (then (unreachable)))
    (i32.and (local.get $a) (i32.const 15)))
  (func (export "arm") (param $k i32) (result i32)
    (block $other (block $one (block $zero (br_table $zero $one $other (local.get $k)))
      (return (i32.const 7)))
      (return (i32.add (local.get $k) (i32.const 1))))
    (if (i32.lt_u (local.get $k) (i32.const 2)) (then (unreachable)))
    (local.get $k))
  (func (export "not_arm") (param $k i32) (result i32)
    (block $other (block $one (block $zero (br_table $zero $one $other (local.get $k)))
      (return (i32.const 7)))
      (return (i32.add (local.get $k) (i32.const 1))))
    (if (i32.lt_u (local.get $k) (i32.const 3)) (then (unreachable)))
    (local.get $k))
  (func (export "counter") (param $n i32) (result i32) (local $i i32)
    (block $out (loop $again
      (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
      (if (i32.ge_u (local.get $i) (local.get $n)) (then (unreachable)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))
    (local.get $i))
  ;; The counter may wrap.
  (func (export "not_counter") (param $n i32) (result i32) (local $i i32)
    (local.set $i (i32.const 2147483640))
    (block $out (loop $again
      (br_if $out (i32.eq (local.get $i) (local.get $n)))
      (br_if $out (i32.lt_s (local.get $i) (i32.const 0)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))
    (local.get $i))
  ;; At most, and not equal.
  (func (export "at_most") (param $a i32) (param $b i32) (result i32)
    (if (i32.le_s (local.get $a) (local.get $b)) (then
      (if (i32.eq (local.get $a) (local.get $b)) (then (return (i32.const 1))))
      (if (i32.ge_s (local.get $a) (local.get $b)) (then (unreachable)))
      (return (i32.const 2))))
    (i32.const 3))
  (func (export "not_at_most") (param $a i32) (param $b i32) (result i32)
    (if (i32.le_u (local.get $a) (local.get $b)) (then
      (if (i32.eq (local.get $a) (local.get $b)) (then (return (i32.const 1))))
      (if (i32.ge_s (local.get $a) (local.get $b)) (then (return (i32.const 4))))
      (return (i32.const 2))))
    (i32.const 3)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (type (;2;) (func (param i32 i32 i32) (result i32)))
;;   (export "less" (func 0))
;;   (export "not_less" (func 1))
;;   (export "nonzero" (func 2))
;;   (export "not_nonzero" (func 3))
;;   (export "next" (func 4))
;;   (export "not_next" (func 5))
;;   (export "sum" (func 6))
;;   (export "not_sum" (func 7))
;;   (export "chain" (func 8))
;;   (export "not_chain" (func 9))
;;   (export "sign" (func 10))
;;   (export "not_sign" (func 11))
;;   (export "remainder" (func 12))
;;   (export "not_remainder" (func 13))
;;   (export "rest" (func 14))
;;   (export "not_rest" (func 15))
;;   (export "masked" (func 16))
;;   (export "not_masked" (func 17))
;;   (export "arm" (func 18))
;;   (export "not_arm" (func 19))
;;   (export "counter" (func 20))
;;   (export "not_counter" (func 21))
;;   (export "at_most" (func 22))
;;   (export "not_at_most" (func 23))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;   )
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const -20
;;     i32.add
;;     i32.const -10
;;     i32.ge_u
;;     if ;; label = @1
;;       unreachable
;;     end
;;     local.get 0
;;   )
;;   (func (;2;) (type 1) (param i32 i32) (result i32)
;;     local.get 0
;;   )
;;   (func (;3;) (type 1) (param i32 i32) (result i32)
;;     block ;; label = @1
;;       local.get 0
;;       local.get 1
;;       i32.lt_s
;;       if ;; label = @2
;;         local.get 1
;;         br_if 1 (;@1;)
;;         unreachable
;;       end
;;     end
;;     local.get 0
;;   )
;;   (func (;4;) (type 0) (param i32) (result i32)
;;     local.get 0
;;   )
;;   (func (;5;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;     i32.const 10
;;     i32.lt_u
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 9
;;       i32.gt_u
;;       if ;; label = @2
;;         unreachable
;;       end
;;       local.get 0
;;       i32.const 5
;;       i32.lt_u
;;       if ;; label = @2
;;         i32.const 77
;;         return
;;       end
;;     end
;;     local.get 0
;;   )
;;   (func (;6;) (type 1) (param i32 i32) (result i32)
;;     local.get 0
;;   )
;;   (func (;7;) (type 1) (param i32 i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;     local.get 1
;;     i32.le_s
;;     if ;; label = @1
;;       local.get 0
;;       local.get 1
;;       i32.gt_s
;;       if ;; label = @2
;;         unreachable
;;       end
;;     end
;;     local.get 0
;;   )
;;   (func (;8;) (type 2) (param i32 i32 i32) (result i32)
;;     local.get 0
;;   )
;;   (func (;9;) (type 2) (param i32 i32 i32) (result i32)
;;     local.get 0
;;     local.get 1
;;     i32.lt_s
;;     if ;; label = @1
;;       local.get 1
;;       local.get 2
;;       i32.le_u
;;       if ;; label = @2
;;         local.get 0
;;         local.get 2
;;         i32.ge_s
;;         if ;; label = @3
;;           unreachable
;;         end
;;       end
;;       local.get 1
;;       local.get 2
;;       i32.const 7
;;       i32.add
;;       i32.le_s
;;       if ;; label = @2
;;         local.get 0
;;         local.get 2
;;         i32.ge_s
;;         if ;; label = @3
;;           unreachable
;;         end
;;       end
;;     end
;;     local.get 0
;;   )
;;   (func (;10;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 0
;;     i32.lt_s
;;   )
;;   (func (;11;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const -8
;;     i32.ge_s
;;     if (result i32) ;; label = @1
;;       local.get 0
;;       i32.const 31
;;       i32.shr_s
;;     else
;;       i32.const 3
;;     end
;;   )
;;   (func (;12;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 0
;;     i32.lt_s
;;     if ;; label = @1
;;       unreachable
;;     end
;;     local.get 0
;;     i32.const 7
;;     i32.rem_u
;;   )
;;   (func (;13;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.eqz
;;     if ;; label = @1
;;       unreachable
;;     end
;;     local.get 0
;;     i32.const 7
;;     i32.rem_s
;;   )
;;   (func (;14;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 5
;;     i32.ge_u
;;     if ;; label = @1
;;       unreachable
;;     end
;;     local.get 0
;;   )
;;   (func (;15;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 5
;;     i32.gt_u
;;     if ;; label = @1
;;       unreachable
;;     end
;;     local.get 0
;;     i32.const 5
;;     i32.rem_u
;;   )
;;   (func (;16;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 15
;;     i32.gt_u
;;     if ;; label = @1
;;       unreachable
;;     end
;;     local.get 0
;;   )
;;   (func (;17;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 31
;;     i32.gt_u
;;     if ;; label = @1
;;       unreachable
;;     end
;;     local.get 0
;;     i32.const 15
;;     i32.and
;;   )
;;   (func (;18;) (type 0) (param i32) (result i32)
;;     block ;; label = @1
;;       block ;; label = @2
;;         block ;; label = @3
;;           local.get 0
;;           br_table 2 (;@1;) 1 (;@2;) 0 (;@3;)
;;         end
;;         local.get 0
;;         return
;;       end
;;       i32.const 2
;;       return
;;     end
;;     i32.const 7
;;   )
;;   (func (;19;) (type 0) (param i32) (result i32)
;;     block ;; label = @1
;;       block ;; label = @2
;;         block ;; label = @3
;;           local.get 0
;;           br_table 2 (;@1;) 1 (;@2;) 0 (;@3;)
;;         end
;;         local.get 0
;;         i32.const 3
;;         i32.lt_u
;;         if ;; label = @3
;;           unreachable
;;         end
;;         local.get 0
;;         return
;;       end
;;       i32.const 2
;;       return
;;     end
;;     i32.const 7
;;   )
;;   (func (;20;) (type 0) (param i32) (result i32)
;;     (local i32)
;;     local.get 1
;;     local.get 0
;;     i32.lt_s
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;   )
;;   (func (;21;) (type 0) (param i32) (result i32)
;;     (local i32)
;;     i32.const 2147483640
;;     local.set 1
;;     loop ;; label = @1
;;       local.get 1
;;       local.get 0
;;       i32.ne
;;       if ;; label = @2
;;         local.get 1
;;         i32.const 0
;;         i32.ge_s
;;         if ;; label = @3
;;           local.get 1
;;           i32.const 1
;;           i32.add
;;           local.set 1
;;           br 2 (;@1;)
;;         end
;;       end
;;     end
;;     local.get 1
;;   )
;;   (func (;22;) (type 1) (param i32 i32) (result i32)
;;     local.get 0
;;     local.get 1
;;     i32.le_s
;;     if (result i32) ;; label = @1
;;       local.get 0
;;       local.get 1
;;       i32.eq
;;       if (result i32) ;; label = @2
;;         i32.const 1
;;       else
;;         i32.const 2
;;       end
;;     else
;;       i32.const 3
;;     end
;;   )
;;   (func (;23;) (type 1) (param i32 i32) (result i32)
;;     local.get 0
;;     local.get 1
;;     i32.le_u
;;     if (result i32) ;; label = @1
;;       local.get 0
;;       local.get 1
;;       i32.eq
;;       if (result i32) ;; label = @2
;;         i32.const 1
;;       else
;;         local.get 0
;;         local.get 1
;;         i32.ge_s
;;         if (result i32) ;; label = @3
;;           i32.const 4
;;         else
;;           i32.const 2
;;         end
;;       end
;;     else
;;       i32.const 3
;;     end
;;   )
;; )
