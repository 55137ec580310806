;; A block parameter that receives an owned block parameter is owned, so a store takes it.
;; test: pass arc
;; run: t() == 0
(module
  (import "env" "log" (func $log (param i32)))
  (memory (export "m") 1)
  (global $top (mut i32) (i32.const 16))
  (func $arc_new (result i32) (local $p i32)
    (local.set $p (global.get $top))
    (global.set $top (i32.add (local.get $p) (i32.const 16)))
    (i32.store (local.get $p) (i32.const 1))
    (i32.store offset=8 (local.get $p) (local.get $p))
    (local.get $p))
  (func $arc_retain (param $p i32)
    (if (local.get $p) (then
      (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1))))))
  (func $arc_release (param $p i32)
    (if (local.get $p) (then
      (i32.store (local.get $p) (i32.sub (i32.load (local.get $p)) (i32.const 1)))
      (if (i32.eqz (i32.load (local.get $p))) (then
        (call $log (local.get $p))
        (call $arc_release (i32.load offset=4 (local.get $p))))))))
  (table funcref (elem $f))
  (func $f (param $a i32) (param $h i32) (param $c i32) (result i32)
    (local $s i32) (local $x i32) (local $y i32) (local $z i32) (local $n i32) (local $i i32)
    (local.set $x (call $arc_new))
    (call $arc_retain (local.get $x))
    (if (local.get $c) (then
      (if (i32.and (local.get $c) (i32.const 1))
        (then (local.set $y (call $arc_new)))
        (else (call $arc_retain (local.get $x)) (local.set $y (local.get $x))))
      (call $log (i32.const 1)))
    (else
      (local.set $y (call $arc_new))
      (call $log (i32.const 2))))
    (call $arc_release (local.get $x))
    (call $arc_retain (local.get $y))
    (i32.store offset=4 (local.get $x) (local.get $y))
    (call $arc_retain (local.get $y))
    (call $log (i32.load offset=8 (local.get $y)))
    (call $arc_release (local.get $y))
    (call $arc_release (local.get $y))
    (call $arc_release (local.get $x))
    (local.get $s))
  (func (export "t") (result i32) (local $a i32) (local $h i32) (local $s i32) (local $c i32)
    (local.set $a (call $arc_new))
    (loop $l
      (local.set $h (call $arc_new))
      (i32.store offset=4 (local.get $h) (call $arc_new))
      (i32.store offset=4 (i32.load offset=4 (local.get $h)) (call $arc_new))
      (local.set $s (i32.add (local.get $s) (call $f (local.get $a) (local.get $h) (local.get $c))))
      (call $arc_release (local.get $h))
      (local.set $c (i32.add (local.get $c) (i32.const 1)))
      (br_if $l (i32.lt_u (local.get $c) (i32.const 4))))
    (call $arc_release (local.get $a))
    (local.get $s))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (result i32)))
;;   (type (;2;) (func (param i32 i32 i32) (result i32)))
;;   (import "env" "log" (func $log (;0;) (type 0) (param i32)))
;;   (table (;0;) 1 1 funcref)
;;   (memory (;0;) 1)
;;   (global $top (;0;) (mut i32) i32.const 16)
;;   (export "m" (memory 0))
;;   (export "t" (func 5))
;;   (elem (;0;) (i32.const 0) func $f)
;;   (func $arc_new (;1;) (type 1) (result i32)
;;     (local i32)
;;     global.get $top
;;     local.tee 0
;;     i32.const 16
;;     i32.add
;;     global.set $top
;;     local.get 0
;;     i32.const 1
;;     i32.store
;;     local.get 0
;;     local.get 0
;;     i32.store offset=8
;;     local.get 0
;;   )
;;   (func $arc_retain (;2;) (type 0) (param i32)
;;     local.get 0
;;     if ;; label = @1
;;       local.get 0
;;       local.get 0
;;       i32.load
;;       i32.const 1
;;       i32.add
;;       i32.store
;;     end
;;   )
;;   (func $arc_release (;3;) (type 0) (param i32)
;;     local.get 0
;;     if ;; label = @1
;;       local.get 0
;;       local.get 0
;;       i32.load
;;       i32.const 1
;;       i32.sub
;;       i32.store
;;       local.get 0
;;       i32.load
;;       i32.eqz
;;       if ;; label = @2
;;         local.get 0
;;         call $log
;;         local.get 0
;;         i32.load offset=4
;;         call $arc_release
;;       end
;;     end
;;   )
;;   (func $f (;4;) (type 2) (param i32 i32 i32) (result i32)
;;     call $arc_new
;;     local.set 1
;;     local.get 2
;;     if ;; label = @1
;;       local.get 2
;;       i32.const 1
;;       i32.and
;;       if ;; label = @2
;;         call $arc_new
;;         local.set 0
;;       else
;;         local.get 1
;;         local.tee 0
;;         call $arc_retain
;;       end
;;       i32.const 1
;;       call $log
;;     else
;;       call $arc_new
;;       i32.const 2
;;       call $log
;;       local.set 0
;;     end
;;     local.get 0
;;     call $arc_retain
;;     local.get 1
;;     local.get 0
;;     i32.store offset=4
;;     local.get 0
;;     i32.load offset=8
;;     call $log
;;     local.get 0
;;     call $arc_release
;;     local.get 1
;;     call $arc_release
;;     i32.const 0
;;   )
;;   (func (;5;) (type 1) (result i32)
;;     (local i32 i32 i32 i32)
;;     call $arc_new
;;     local.set 3
;;     loop ;; label = @1
;;       call $arc_new
;;       local.tee 2
;;       call $arc_new
;;       i32.store offset=4
;;       local.get 2
;;       i32.load offset=4
;;       call $arc_new
;;       i32.store offset=4
;;       local.get 0
;;       local.get 3
;;       local.get 2
;;       local.get 1
;;       call $f
;;       i32.add
;;       local.set 0
;;       local.get 2
;;       call $arc_release
;;       local.get 1
;;       i32.const 1
;;       i32.add
;;       local.tee 1
;;       i32.const 4
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     local.get 3
;;     call $arc_release
;;     local.get 0
;;   )
;; )
