;; Not recognized without names: a hook writes to one of two addresses, one of which is a number.
;; test: pass arc
;; run: t(0) == 2
;; run: t(3) == 2
(module
  (import "env" "abort" (func (; abort ;) (param i32 i32 i32 i32)))
  (import "env" "log" (func (; log ;) (param i32)))
  (memory 1)
  (global (; root ;) (mut i32) (i32.const 0))
  (global (; cur ;) (mut i32) (i32.const 0))
  (global (; end ;) (mut i32) (i32.const 0))
  (global (; number ;) (mut i32) (i32.const 0))
  (export "__new" (func 5))
  (export "__retain" (func 6))
  (export "__release" (func 7))
  (export "__collect" (func 12))
  ;; The allocator: a list of free blocks, and memory behind its root.
  (func (; initialize ;)
    (global.set 0 (i32.const 2064))
    (i32.store (i32.const 2068) (i32.const 2080)))
  (func (; free ;) (param $root i32) (param $block i32)
    (i32.store offset=4 (local.get $block) (i32.load (local.get $root)))
    (i32.store (local.get $root) (local.get $block)))
  (func (; allocate ;) (param $root i32) (param $size i32) (result i32) (local $block i32)
    (if (local.tee $block (i32.load (local.get $root)))
      (then (i32.store (local.get $root) (i32.load offset=4 (local.get $block))))
      (else
        (local.set $block (i32.load offset=4 (local.get $root)))
        (i32.store offset=4 (local.get $root)
          (i32.add (local.get $block) (local.get $size)))))
    (local.get $block))
  (func (; new ;) (param $size i32) (result i32) (local $block i32)
    (if (i32.eqz (global.get 0)) (then (call 2)))
    (local.set $block (call 4 (global.get 0) (i32.add (local.get $size) (i32.const 12))))
    (i32.store offset=12 (local.get $block) (i32.const 0))
    (i32.store offset=16 (local.get $block) (i32.const 0))
    (i32.store offset=4 (local.get $block) (i32.const 0))
    (i32.add (local.get $block) (i32.const 12)))
  (func (; retain ;) (param $p i32) (result i32)
    (if (i32.gt_u (local.get $p) (i32.const 2048)) (then
      (i32.store (i32.sub (local.get $p) (i32.const 8))
        (i32.add (i32.load (i32.sub (local.get $p) (i32.const 8))) (i32.const 1)))))
    (local.get $p))
  (func (; release ;) (param $p i32)
    (if (i32.gt_u (local.get $p) (i32.const 2048)) (then
      (call 8 (i32.sub (local.get $p) (i32.const 12))))))
  (func (; decrement ;) (param $s i32) (local $count i32)
    (local.set $count (i32.and (i32.load offset=4 (local.get $s)) (i32.const 0xfffffff)))
    (if (i32.eqz (local.get $count)) (then
      (call 0 (i32.const 0) (i32.const 1100) (i32.const 1) (i32.const 1))
      (unreachable)))
    (if (i32.eq (local.get $count) (i32.const 1))
      (then
        (call 10 (i32.add (local.get $s) (i32.const 12)) (i32.const 1))
        (i32.store (local.get $s) (i32.or (i32.load (local.get $s)) (i32.const 1)))
        (call 3 (global.get 0) (local.get $s)))
      (else
        (i32.store offset=4 (local.get $s) (i32.sub (local.get $count) (i32.const 1)))
        (call 9 (local.get $s)))))
  ;; Possible roots of cycles.
  (func (; append ;) (param $s i32) (local $at i32)
    (if (i32.ge_u (global.get 1) (global.get 2)) (then
      (if (i32.eqz (global.get 1)) (then
        (if (i32.eqz (global.get 0)) (then (call 2)))
        (local.set $at (call 4 (global.get 0) (i32.const 64)))
        (global.set 1 (local.get $at))
        (global.set 2 (i32.add (local.get $at) (i32.const 64))))
      (else (global.set 1 (i32.sub (global.get 2) (i32.const 64)))))))
    (global.set 3 (i32.const 16))
    (call 15 (global.get 1) (global.get 3) (i32.const 0))
    (i32.store (global.get 1) (local.get $s))
    (global.set 1 (i32.add (global.get 1) (i32.const 4))))
  (func (; visit members ;) (param $p i32) (param $cookie i32) (local $x i32)
    (if (local.tee $x (i32.load (local.get $p))) (then (call 11 (local.get $x) (local.get $cookie))))
    (if (local.tee $x (i32.load offset=4 (local.get $p))) (then (call 11 (local.get $x) (local.get $cookie)))))
  (func (; visit ;) (param $p i32) (param $cookie i32)
    (if (i32.lt_u (local.get $p) (i32.const 2048)) (then (return)))
    (local.set $p (i32.sub (local.get $p) (i32.const 12)))
    (if (i32.eq (local.get $cookie) (i32.const 1))
      (then (call 8 (local.get $p)))
      (else
        (i32.store offset=4 (local.get $p)
          (i32.and (i32.load offset=4 (local.get $p)) (i32.const 0xfffffff)))
        (call 10 (i32.add (local.get $p) (i32.const 12)) (local.get $cookie)))))
  (func (; collect ;))
  (func (; f ;) (export "f") (param $a i32) (param $n i32) (result i32)
    (local $x i32) (local $y i32) (local $s i32) (local $i i32)
    (local.set $x (call 6 (local.get $a)))
    (call 1 (i32.const 7))
    (local.set $y (call 6 (local.get $x)))
    (call 1 (i32.load offset=4 (local.get $y)))
    (call 7 (local.get $y))
    (call 1 (i32.const 8))
    (call 7 (local.get $x))
    (i32.load (i32.const 16)))
  (func (export "t") (param $n i32) (result i32) (local $a i32) (local $h i32) (local $s i32)
    (local.set $a (call 6 (call 5 (i32.const 8))))
    (i32.store offset=4 (local.get $a) (call 6 (call 5 (i32.const 8))))
    (local.set $s (call 13 (local.get $a) (local.get $n)))
    (call 7 (local.get $a))
    (local.get $s))
  ;; A function of the runtime that writes to one of two addresses, which is no sum.
  (func (; note ;) (param $a i32) (param $b i32) (param $first i32)
    (i32.store (select (local.get $a) (local.get $b) (local.get $first))
      (i32.add (i32.load (i32.const 16)) (i32.const 1)))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32 i32)))
;;   (type (;1;) (func (param i32)))
;;   (type (;2;) (func))
;;   (type (;3;) (func (param i32 i32)))
;;   (type (;4;) (func (param i32 i32) (result i32)))
;;   (type (;5;) (func (param i32) (result i32)))
;;   (type (;6;) (func (param i32 i32 i32)))
;;   (import "env" "abort" (func (;0;) (type 0) (param i32 i32 i32 i32)))
;;   (import "env" "log" (func (;1;) (type 1) (param i32)))
;;   (memory (;0;) 1)
;;   (global (;0;) (mut i32) i32.const 0)
;;   (global (;1;) (mut i32) i32.const 0)
;;   (global (;2;) (mut i32) i32.const 0)
;;   (global (;3;) (mut i32) i32.const 0)
;;   (export "__new" (func 5))
;;   (export "__retain" (func 6))
;;   (export "__release" (func 7))
;;   (export "__collect" (func 12))
;;   (export "f" (func 13))
;;   (export "t" (func 14))
;;   (func (;2;) (type 2)
;;     i32.const 2064
;;     global.set 0
;;     i32.const 2068
;;     i32.const 2080
;;     i32.store
;;   )
;;   (func (;3;) (type 3) (param i32 i32)
;;     local.get 1
;;     local.get 0
;;     i32.load
;;     i32.store offset=4
;;     local.get 0
;;     local.get 1
;;     i32.store
;;   )
;;   (func (;4;) (type 4) (param i32 i32) (result i32)
;;     (local i32)
;;     local.get 0
;;     i32.load
;;     local.tee 2
;;     if ;; label = @1
;;       local.get 0
;;       local.get 2
;;       i32.load offset=4
;;       i32.store
;;     else
;;       local.get 0
;;       local.get 0
;;       i32.load offset=4
;;       local.tee 2
;;       local.get 1
;;       i32.add
;;       i32.store offset=4
;;     end
;;     local.get 2
;;   )
;;   (func (;5;) (type 5) (param i32) (result i32)
;;     global.get 0
;;     i32.eqz
;;     if ;; label = @1
;;       call 2
;;     end
;;     global.get 0
;;     local.get 0
;;     i32.const 12
;;     i32.add
;;     call 4
;;     local.tee 0
;;     i32.const 0
;;     i32.store offset=12
;;     local.get 0
;;     i32.const 0
;;     i32.store offset=16
;;     local.get 0
;;     i32.const 0
;;     i32.store offset=4
;;     local.get 0
;;     i32.const 12
;;     i32.add
;;   )
;;   (func (;6;) (type 5) (param i32) (result i32)
;;     local.get 0
;;     i32.const 2048
;;     i32.gt_u
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 8
;;       i32.sub
;;       local.get 0
;;       i32.const 8
;;       i32.sub
;;       i32.load
;;       i32.const 1
;;       i32.add
;;       i32.store
;;     end
;;     local.get 0
;;   )
;;   (func (;7;) (type 1) (param i32)
;;     local.get 0
;;     i32.const 2048
;;     i32.gt_u
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 12
;;       i32.sub
;;       call 8
;;     end
;;   )
;;   (func (;8;) (type 1) (param i32)
;;     (local i32)
;;     local.get 0
;;     i32.load offset=4
;;     i32.const 268435455
;;     i32.and
;;     local.tee 1
;;     i32.eqz
;;     if ;; label = @1
;;       i32.const 0
;;       i32.const 1100
;;       i32.const 1
;;       i32.const 1
;;       call 0
;;       unreachable
;;     end
;;     local.get 1
;;     i32.const 1
;;     i32.eq
;;     if ;; label = @1
;;       local.get 0
;;       i32.const 12
;;       i32.add
;;       i32.const 1
;;       call 10
;;       local.get 0
;;       local.get 0
;;       i32.load
;;       i32.const 1
;;       i32.or
;;       i32.store
;;       global.get 0
;;       local.get 0
;;       call 3
;;     else
;;       local.get 0
;;       local.get 1
;;       i32.const 1
;;       i32.sub
;;       i32.store offset=4
;;       local.get 0
;;       call 9
;;     end
;;   )
;;   (func (;9;) (type 1) (param i32)
;;     (local i32)
;;     global.get 1
;;     global.get 2
;;     i32.ge_u
;;     if ;; label = @1
;;       global.get 1
;;       i32.eqz
;;       if ;; label = @2
;;         global.get 0
;;         i32.eqz
;;         if ;; label = @3
;;           call 2
;;         end
;;         global.get 0
;;         i32.const 64
;;         call 4
;;         local.tee 1
;;         global.set 1
;;         local.get 1
;;         i32.const 64
;;         i32.add
;;         global.set 2
;;       else
;;         global.get 2
;;         i32.const 64
;;         i32.sub
;;         global.set 1
;;       end
;;     end
;;     i32.const 16
;;     global.set 3
;;     global.get 1
;;     global.get 3
;;     i32.const 0
;;     call 15
;;     global.get 1
;;     local.get 0
;;     i32.store
;;     global.get 1
;;     i32.const 4
;;     i32.add
;;     global.set 1
;;   )
;;   (func (;10;) (type 3) (param i32 i32)
;;     (local i32)
;;     local.get 0
;;     i32.load
;;     local.tee 2
;;     if ;; label = @1
;;       local.get 2
;;       local.get 1
;;       call 11
;;     end
;;     local.get 0
;;     i32.load offset=4
;;     local.tee 0
;;     if ;; label = @1
;;       local.get 0
;;       local.get 1
;;       call 11
;;     end
;;   )
;;   (func (;11;) (type 3) (param i32 i32)
;;     local.get 0
;;     i32.const 2048
;;     i32.lt_u
;;     br_if 0
;;     local.get 0
;;     i32.const 12
;;     i32.sub
;;     local.set 0
;;     local.get 1
;;     i32.const 1
;;     i32.eq
;;     if ;; label = @1
;;       local.get 0
;;       call 8
;;     else
;;       local.get 0
;;       local.get 0
;;       i32.load offset=4
;;       i32.const 268435455
;;       i32.and
;;       i32.store offset=4
;;       local.get 0
;;       i32.const 12
;;       i32.add
;;       local.get 1
;;       call 10
;;     end
;;   )
;;   (func (;12;) (type 2))
;;   (func (;13;) (type 4) (param i32 i32) (result i32)
;;     local.get 0
;;     call 6
;;     local.tee 0
;;     i32.const 7
;;     call 1
;;     call 6
;;     local.tee 1
;;     i32.load offset=4
;;     call 1
;;     local.get 1
;;     call 7
;;     i32.const 8
;;     call 1
;;     local.get 0
;;     call 7
;;     i32.const 16
;;     i32.load
;;   )
;;   (func (;14;) (type 5) (param i32) (result i32)
;;     (local i32)
;;     i32.const 8
;;     call 5
;;     call 6
;;     local.tee 1
;;     i32.const 8
;;     call 5
;;     call 6
;;     i32.store offset=4
;;     local.get 1
;;     local.get 0
;;     call 13
;;     local.get 1
;;     call 7
;;   )
;;   (func (;15;) (type 6) (param i32 i32 i32)
;;     local.get 0
;;     local.get 1
;;     local.get 2
;;     select
;;     i32.const 16
;;     i32.load
;;     i32.const 1
;;     i32.add
;;     i32.store
;;   )
;; )
