;; A destroy that was split over the edges into its block still releases: another one may not move ahead of it.
;; test: pass arc
;; run: t(0) == 64
;; run: t(1) == 64
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
        (i32.store offset=8 (local.get $p) (i32.const 666))
        (call $arc_release (i32.load offset=4 (local.get $p))))))))
  (table funcref (elem $f))
  (func $f (param $a i32) (param $h i32) (param $c i32) (result i32)
    (local $s i32) (local $x i32) (local $w i32) 
    (local.set $x (call $arc_new))
    (local.set $w (call $arc_new))
    (call $arc_retain (local.get $w))
    (i32.store offset=4 (local.get $x) (local.get $w))
    (if (local.get $c) (then
        (call $arc_retain (local.get $x))
        (i32.store offset=4 (local.get $h) (local.get $x))))
    (call $arc_release (local.get $x))
    (local.set $s (i32.load offset=8 (local.get $w)))
    (call $arc_release (local.get $w))
    (local.get $s))
  (func (export "t") (param $c i32) (result i32) (local $a i32) (local $h i32) (local $s i32) 
    (local.set $a (call $arc_new))
    (local.set $h (call $arc_new))
    (local.set $s (call $f (local.get $a) (local.get $h) (local.get $c)))
    (call $arc_release (local.get $h))
    (call $arc_release (local.get $a))
    (local.get $s))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (result i32)))
;;   (type (;2;) (func (param i32 i32 i32) (result i32)))
;;   (type (;3;) (func (param i32) (result i32)))
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
;;         i32.const 666
;;         i32.store offset=8
;;         local.get 0
;;         i32.load offset=4
;;         call $arc_release
;;       end
;;     end
;;   )
;;   (func $f (;4;) (type 2) (param i32 i32 i32) (result i32)
;;     (local i32)
;;     call $arc_new
;;     local.tee 3
;;     call $arc_new
;;     local.tee 0
;;     call $arc_retain
;;     local.get 0
;;     i32.store offset=4
;;     local.get 2
;;     if ;; label = @1
;;       local.get 1
;;       local.get 3
;;       i32.store offset=4
;;     else
;;       local.get 3
;;       call $arc_release
;;     end
;;     local.get 0
;;     i32.load offset=8
;;     local.get 0
;;     call $arc_release
;;   )
;;   (func (;5;) (type 3) (param i32) (result i32)
;;     (local i32 i32)
;;     call $arc_new
;;     local.tee 1
;;     call $arc_new
;;     local.tee 2
;;     local.get 0
;;     call $f
;;     local.get 2
;;     call $arc_release
;;     local.get 1
;;     call $arc_release
;;   )
;; )
