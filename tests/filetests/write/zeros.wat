;; No assignment of zero to a local that is zero already: counters of loops in separate arms, and a local changed
;; only on a path that returns. The assignment stays if the local was changed on a path to it, or is changed when
;; the loop repeats.
;; test: write
;; run: arms(0) == 3
;; run: arms(1) == 6
;; run: arms(5) == 15
;; run: left(0) == 7
;; run: left(3) == 3
;; run: inner(3) == 18
;; run: after(3) == 9
;; run: joined(0) == 3
;; run: joined(1) == 16
(module
  (memory 1)
  (func (export "arms") (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (if (i32.ge_u (local.get $n) (i32.const 5))
      (then
        (local.set $i (i32.const 0))
        (loop $l
          (local.set $s (i32.add (local.get $s) (i32.add (local.get $i) (i32.const 1))))
          (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
      (else
        (local.set $i (i32.const 0))
        (loop $l
          (local.set $s (i32.add (local.get $s) (i32.const 3)))
          (br_if $l (i32.le_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))))
    (local.get $s))
  (func (export "left") (param $n i32) (result i32)
    (local $i i32)
    (if (i32.eqz (local.get $n))
      (then
        (local.set $i (i32.const 4))
        (loop $l
          (i32.store (i32.const 0) (local.get $i))
          (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 7))))
        (return (local.get $i))))
    (local.set $i (i32.const 0))
    (loop $l
      (i32.store (i32.const 0) (local.get $i))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $i))
  (func (export "inner") (param $n i32) (result i32)
    (local $s i32) (local $i i32) (local $j i32)
    (loop $outer
      (local.set $j (i32.const 0))
      (loop $l
        (local.set $s (i32.add (local.get $s) (i32.const 2)))
        (br_if $l (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $n))))
      (br_if $outer (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "after") (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.set $i (i32.const 0))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.const 2)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "joined") (param $n i32) (result i32)
    (local $s i32) (local $i i32)
    (if (local.get $n)
      (then
        (local.set $i (i32.const 6))
        (loop $l
          (local.set $s (i32.add (local.get $s) (i32.const 13)))
          (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 7))))))
    (local.set $i (i32.const 0))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.const 1)))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3))))
    (local.get $s)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "arms" (func 0))
;;   (export "left" (func 1))
;;   (export "inner" (func 2))
;;   (export "after" (func 3))
;;   (export "joined" (func 4))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32 i32 i32)
;;     local.get 0
;;     i32.const 5
;;     i32.ge_u
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 1
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         i32.add
;;         local.set 1
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 0
;;         i32.lt_u
;;         br_if 0 (;@2;)
;;       end
;;     else
;;       loop ;; label = @2
;;         local.get 1
;;         i32.const 3
;;         i32.add
;;         local.set 1
;;         local.get 3
;;         i32.const 1
;;         i32.add
;;         local.tee 3
;;         local.get 0
;;         i32.le_u
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;   )
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     (local i32)
;;     i32.const 4
;;     local.set 1
;;     local.get 0
;;     i32.eqz
;;     if (result i32) ;; label = @1
;;       loop ;; label = @2
;;         i32.const 0
;;         local.get 1
;;         i32.store
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         i32.const 7
;;         i32.lt_u
;;         br_if 0 (;@2;)
;;       end
;;       local.get 1
;;     else
;;       i32.const 0
;;       local.set 1
;;       loop ;; label = @2
;;         i32.const 0
;;         local.get 1
;;         i32.store
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_u
;;         br_if 0 (;@2;)
;;       end
;;       local.get 1
;;     end
;;   )
;;   (func (;2;) (type 0) (param i32) (result i32)
;;     (local i32 i32 i32)
;;     loop (result i32) ;; label = @1
;;       i32.const 0
;;       local.set 2
;;       loop ;; label = @2
;;         local.get 1
;;         i32.const 2
;;         i32.add
;;         local.set 1
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 0
;;         i32.lt_u
;;         br_if 0 (;@2;)
;;       end
;;       local.get 3
;;       i32.const 1
;;       i32.add
;;       local.tee 3
;;       local.get 0
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;       local.get 1
;;     end
;;   )
;;   (func (;3;) (type 0) (param i32) (result i32)
;;     (local i32 i32)
;;     loop ;; label = @1
;;       local.get 1
;;       i32.const 1
;;       i32.add
;;       local.set 1
;;       local.get 2
;;       i32.const 1
;;       i32.add
;;       local.tee 2
;;       local.get 0
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     i32.const 0
;;     local.set 2
;;     loop ;; label = @1
;;       local.get 1
;;       i32.const 2
;;       i32.add
;;       local.set 1
;;       local.get 2
;;       i32.const 1
;;       i32.add
;;       local.tee 2
;;       local.get 0
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     local.get 1
;;   )
;;   (func (;4;) (type 0) (param i32) (result i32)
;;     (local i32 i32)
;;     i32.const 6
;;     local.set 2
;;     local.get 0
;;     if ;; label = @1
;;       loop ;; label = @2
;;         local.get 1
;;         i32.const 13
;;         i32.add
;;         local.set 1
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         i32.const 7
;;         i32.lt_u
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     i32.const 0
;;     local.set 0
;;     loop ;; label = @1
;;       local.get 1
;;       i32.const 1
;;       i32.add
;;       local.set 1
;;       local.get 0
;;       i32.const 1
;;       i32.add
;;       local.tee 0
;;       i32.const 3
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     local.get 1
;;   )
;; )
