;; Not constant parameters: calls that disagree, an exported function, a function in a table, a caller that assigns
;; the parameter that it passes on, a constant below a block that is not the operand.
;; test: pass call-facts,unreachable,ssa-cleanup,fold,simplify-cfg,ssa-cleanup,dce
;; run: f(1) == 31
;; run: f(7) == 37
(module
  (table 1 funcref)
  (elem (i32.const 0) func $in_table)
  (func $two (param i32) (result i32)
    (if (result i32) (i32.eq (local.get 0) (i32.const 1)) (then (i32.const 1)) (else (i32.const 7))))
  (func $exported (export "e") (param i32) (result i32)
    (if (result i32) (i32.eq (local.get 0) (i32.const 3)) (then (i32.const 2)) (else (i32.const 9))))
  (func $in_table (param i32) (result i32)
    (if (result i32) (i32.eq (local.get 0) (i32.const 3)) (then (i32.const 3)) (else (i32.const 9))))
  (func $counts (param $n i32) (param $s i32) (result i32)
    (if (i32.eqz (local.get $n)) (then (return (local.get $s))))
    (local.set $s (i32.add (local.get $s) (i32.const 1)))
    (call $counts (i32.sub (local.get $n) (i32.const 1)) (local.get $s)))
  (func $below (param i32 i32) (result i32) (i32.sub (local.get 0) (local.get 1)))
  (func (export "f") (param i32) (result i32)
    (i32.add
      (i32.add
        (i32.add (call $two (i32.const 1)) (call $two (i32.const 2)))
        (i32.add (call $exported (i32.const 3)) (call $in_table (i32.const 3))))
      (i32.add
        (i32.add (call $counts (local.get 0) (i32.const 10)) (call $counts (i32.const 2) (i32.const 10)))
        (call $below
          (i32.const 5)
          (block (result i32)
            (br_if 0 (i32.const 2) (i32.eq (local.get 0) (i32.const 99)))
            (drop)
            (i32.const 10)
            (br_if 0 (local.get 0))
            (drop)
            (i32.const 77)))))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (table (;0;) 1 funcref)
;;   (export "e" (func $exported))
;;   (export "f" (func 5))
;;   (elem (;0;) (i32.const 0) func $in_table)
;;   (func $two (;0;) (type 0) (param i32) (result i32)
;;     i32.const 1
;;     i32.const 7
;;     local.get 0
;;     i32.const 1
;;     i32.eq
;;     select
;;   )
;;   (func $exported (;1;) (type 0) (param i32) (result i32)
;;     i32.const 2
;;     i32.const 9
;;     local.get 0
;;     i32.const 3
;;     i32.eq
;;     select
;;   )
;;   (func $in_table (;2;) (type 0) (param i32) (result i32)
;;     i32.const 3
;;     i32.const 9
;;     local.get 0
;;     i32.const 3
;;     i32.eq
;;     select
;;   )
;;   (func $counts (;3;) (type 1) (param i32 i32) (result i32)
;;     local.get 0
;;     if (result i32) ;; label = @1
;;       local.get 0
;;       i32.const -1
;;       i32.add
;;       local.get 1
;;       i32.const 1
;;       i32.add
;;       call $counts
;;     else
;;       local.get 1
;;     end
;;   )
;;   (func $below (;4;) (type 1) (param i32 i32) (result i32)
;;     local.get 0
;;     local.get 1
;;     i32.sub
;;   )
;;   (func (;5;) (type 0) (param i32) (result i32)
;;     (local i32 i32)
;;     i32.const 1
;;     call $two
;;     i32.const 2
;;     call $two
;;     i32.add
;;     i32.const 3
;;     call $exported
;;     i32.const 3
;;     call $in_table
;;     i32.add
;;     i32.add
;;     local.get 0
;;     i32.const 10
;;     call $counts
;;     i32.const 2
;;     i32.const 10
;;     call $counts
;;     i32.add
;;     local.set 2
;;     i32.const 2
;;     local.set 1
;;     local.get 0
;;     i32.const 99
;;     i32.ne
;;     if ;; label = @1
;;       i32.const 10
;;       i32.const 77
;;       local.get 0
;;       select
;;       local.set 1
;;     end
;;     local.get 2
;;     i32.const 5
;;     local.get 1
;;     call $below
;;     i32.add
;;     i32.add
;;   )
;; )
