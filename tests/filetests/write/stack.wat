;; A value that is computed before a construct and first used behind it stays on the operand stack. Of two that are
;; used in the order of their definitions, only one does. One that a loop reads in each iteration has a local.
;; test: write
;; run: under(1, 0) == 21
;; run: under(0, 0) == 11
;; run: crossed(1, 0) == 95
;; run: crossed(0, 0) == 85
;; run: looped(3, 0) == 30
(module
  (memory 1)
  (data (i32.const 0) "\0a\00\00\00\05\00\00\00")
  (func (export "under") (param $c i32) (param $p i32) (result i32)
    (local $x i32)
    (local.set $x (i32.load (local.get $p)))
    (if (local.get $c)
      (then (i32.store (local.get $p) (i32.const 77)) (i32.store offset=4 (local.get $p) (i32.const 11)))
      (else (i32.store offset=4 (local.get $p) (i32.const 1))))
    (i32.add (local.get $x) (i32.load offset=4 (local.get $p))))
  (func (export "crossed") (param $c i32) (param $p i32) (result i32)
    (local $x i32) (local $y i32)
    (local.set $x (i32.load (local.get $p)))
    (local.set $y (i32.load offset=4 (local.get $p)))
    (if (local.get $c)
      (then (i32.store (local.get $p) (i32.const 7)) (i32.store offset=4 (local.get $p) (i32.const 0)))
      (else (i32.store offset=4 (local.get $p) (i32.const 1))))
    (i32.store (local.get $p) (i32.mul (local.get $x) (i32.const 10)))
    (i32.sub (i32.sub (i32.load (local.get $p)) (i32.const 0))
      (if (result i32) (local.get $c) (then (local.get $y)) (else (i32.mul (local.get $y) (i32.const 3))))))
  (func (export "looped") (param $n i32) (param $p i32) (result i32)
    (local $x i32) (local $s i32)
    (local.set $x (i32.load (local.get $p)))
    (loop $l
      (i32.store (local.get $p) (local.get $n))
      (local.set $s (i32.add (local.get $s) (local.get $x)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "under" (func 0))
;;   (export "crossed" (func 1))
;;   (export "looped" (func 2))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     local.get 1
;;     i32.load
;;     local.get 0
;;     if ;; label = @1
;;       local.get 1
;;       i32.const 77
;;       i32.store
;;       local.get 1
;;       i32.const 11
;;       i32.store offset=4
;;     else
;;       local.get 1
;;       i32.const 1
;;       i32.store offset=4
;;     end
;;     local.get 1
;;     i32.load offset=4
;;     i32.add
;;   )
;;   (func (;1;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     local.get 1
;;     i32.load
;;     local.set 3
;;     local.get 1
;;     i32.load offset=4
;;     local.set 2
;;     local.get 0
;;     if ;; label = @1
;;       local.get 1
;;       i32.const 7
;;       i32.store
;;       local.get 1
;;       i32.const 0
;;       i32.store offset=4
;;     else
;;       local.get 1
;;       i32.const 1
;;       i32.store offset=4
;;     end
;;     local.get 1
;;     local.get 3
;;     i32.const 10
;;     i32.mul
;;     i32.store
;;     local.get 1
;;     i32.load
;;     i32.const 0
;;     i32.sub
;;     local.set 1
;;     block ;; label = @1
;;       local.get 0
;;       br_if 0 (;@1;)
;;       local.get 2
;;       i32.const 3
;;       i32.mul
;;       local.set 2
;;     end
;;     local.get 1
;;     local.get 2
;;     i32.sub
;;   )
;;   (func (;2;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     local.get 1
;;     i32.load
;;     local.set 3
;;     loop ;; label = @1
;;       local.get 1
;;       local.get 0
;;       i32.store
;;       local.get 2
;;       local.get 3
;;       i32.add
;;       local.set 2
;;       local.get 0
;;       i32.const 1
;;       i32.sub
;;       local.tee 0
;;       br_if 0 (;@1;)
;;     end
;;     local.get 2
;;   )
;;   (data (;0;) (i32.const 0) "\0a\00\00\00\05\00\00\00")
;; )
