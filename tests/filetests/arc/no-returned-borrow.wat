;; A parameter is copied, destroyed and returned: the result is not owned, and the copy protects it until then.
;; test: pass arc
;; run: t() == 7
(module
  (import "env" "log" (func $log (param i32)))
  (memory 1)
  (global $top (mut i32) (i32.const 1024))
  (func $arc_new (param $data i32) (result i32) (local $p i32)
    (local.set $p (global.get $top))
    (global.set $top (i32.add (local.get $p) (i32.const 16)))
    (i32.store (local.get $p) (i32.const 1))
    (i32.store offset=8 (local.get $p) (local.get $data))
    (local.get $p))
  (func $arc_retain (param $p i32)
    (if (local.get $p) (then
      (i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1))))))
  ;; What is freed says so.
  (func $arc_release (param $p i32)
    (if (local.get $p) (then
      (i32.store (local.get $p) (i32.sub (i32.load (local.get $p)) (i32.const 1)))
      (if (i32.eqz (i32.load (local.get $p))) (then
        (i32.store offset=8 (local.get $p) (i32.const 0xdead))
        (call $arc_release (i32.load offset=4 (local.get $p))))))))
  (func $clobber (param $h i32) (local $old i32)
    (local.set $old (i32.load offset=4 (local.get $h)))
    (i32.store offset=4 (local.get $h) (i32.const 0))
    (call $arc_release (local.get $old)))
  (func $f (param $h i32) (result i32) (local $x i32)
    (local.set $x (call $g (local.get $h) (i32.load offset=4 (local.get $h))))
    (i32.load (i32.const 516)))
  (func $g (param $h i32) (param $x i32) (result i32)
    (call $arc_retain (local.get $x))
    (call $clobber (local.get $h))
    (i32.store (i32.const 516) (i32.load offset=8 (local.get $x)))
    (call $arc_release (local.get $x))
    (local.get $x))
  (func (export "t") (result i32) (local $h i32) (local $data i32)
    (local.set $h (call $arc_new (i32.const 1)))
    (i32.store offset=4 (local.get $h) (call $arc_new (i32.const 7)))
    (local.set $data (call $f (local.get $h)))
    (call $arc_release (local.get $h))
    (local.get $data)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (type (;2;) (func (param i32 i32) (result i32)))
;;   (type (;3;) (func (result i32)))
;;   (import "env" "log" (func $log (;0;) (type 0) (param i32)))
;;   (memory (;0;) 1)
;;   (global $top (;0;) (mut i32) i32.const 1024)
;;   (export "t" (func 7))
;;   (func $arc_new (;1;) (type 1) (param i32) (result i32)
;;     (local i32)
;;     global.get $top
;;     local.tee 1
;;     i32.const 16
;;     i32.add
;;     global.set $top
;;     local.get 1
;;     i32.const 1
;;     i32.store
;;     local.get 1
;;     local.get 0
;;     i32.store offset=8
;;     local.get 1
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
;;         i32.const 57005
;;         i32.store offset=8
;;         local.get 0
;;         i32.load offset=4
;;         call $arc_release
;;       end
;;     end
;;   )
;;   (func $clobber (;4;) (type 0) (param i32)
;;     local.get 0
;;     i32.load offset=4
;;     local.get 0
;;     i32.const 0
;;     i32.store offset=4
;;     call $arc_release
;;   )
;;   (func $f (;5;) (type 1) (param i32) (result i32)
;;     local.get 0
;;     local.get 0
;;     i32.load offset=4
;;     call $g
;;     drop
;;     i32.const 516
;;     i32.load
;;   )
;;   (func $g (;6;) (type 2) (param i32 i32) (result i32)
;;     local.get 1
;;     call $arc_retain
;;     local.get 0
;;     call $clobber
;;     i32.const 516
;;     local.get 1
;;     i32.load offset=8
;;     i32.store
;;     local.get 1
;;     call $arc_release
;;     local.get 1
;;   )
;;   (func (;7;) (type 3) (result i32)
;;     (local i32)
;;     i32.const 1
;;     call $arc_new
;;     local.tee 0
;;     i32.const 7
;;     call $arc_new
;;     i32.store offset=4
;;     local.get 0
;;     call $f
;;     local.get 0
;;     call $arc_release
;;   )
;; )
