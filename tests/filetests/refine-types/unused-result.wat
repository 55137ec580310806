;; A result that each call drops is removed; not where one call uses it, where the function calls in tail position, where it
;; is exported, and where its reference is taken. A body that returns by a branch under a condition keeps its result until
;; the passes have written it in another way.
;; test: pass refine-types
;; run: f(5) == 19
;; run: f(0) == 21
;; run: f(1) == 16
(module
  (type $t (struct (field (mut i32))))
  (type $fn (func (param i32) (result i32)))
  (global $g (ref $t) (struct.new $t (i32.const 0)))
  (elem declare func $taken)
  (func $count (param $n i32)
    (struct.set $t 0 (global.get $g)
      (i32.add (struct.get $t 0 (global.get $g)) (local.get $n))))
  ;; It returns in three ways.
  (func $dropped (param $n i32) (result i32)
    (call $count (i32.const 1))
    (if (i32.eqz (local.get $n)) (then (return (i32.const 7))))
    (block
      (br_if 0 (i32.eq (local.get $n) (i32.const 1)))
      (br 1 (i32.const 8)))
    (call $count (i32.const 1))
    (i32.const 9))
  (func $used (param $n i32) (result i32)
    (call $count (i32.const 2))
    (i32.add (local.get $n) (i32.const 1)))
  (func $branches (param $n i32) (result i32)
    (drop (br_if 0 (i32.const 3) (local.get $n)))
    (call $count (i32.const 3))
    (i32.const 4))
  (func $switches (param $n i32) (result i32)
    (block (result i32) (br_table 0 1 (i32.const 5) (local.get $n)))
    (call $count (i32.const 4)))
  (func $casts (param $x anyref) (result (ref $t))
    (drop (br_on_cast 0 anyref (ref $t) (local.get $x)))
    (call $count (i32.const 5))
    (global.get $g))
  (func $tail (param $n i32) (result i32)
    (call $count (i32.const 1))
    (return_call $callee (local.get $n)))
  (func $callee (param $n i32) (result i32)
    (call $count (local.get $n))
    (i32.const 1))
  (func $exported (export "exported") (param $n i32) (result i32) (call $count (i32.const 1)) (local.get $n))
  (func $taken (type $fn) (param $n i32) (result i32) (call $count (i32.const 1)) (local.get $n))
  (func (export "f") (param $n i32) (result i32)
    (drop (call $dropped (local.get $n)))
    (drop (call $used (call $used (local.get $n))))
    (drop (call $branches (local.get $n)))
    (drop (call $switches (local.get $n)))
    (drop (call $casts (ref.null any)))
    (drop (call $tail (local.get $n)))
    (drop (call $callee (i32.const 1)))
    (drop (call $exported (i32.const 1)))
    (drop (call_ref $fn (i32.const 1) (ref.func $taken)))
    (struct.get $t 0 (global.get $g))))

;; expect:
;; (module
;;   (type $t (;0;) (struct (field (mut i32))))
;;   (type $fn (;1;) (func (param i32) (result i32)))
;;   (type (;2;) (func (param i32)))
;;   (type (;3;) (func (param nullref)))
;;   (global $g (;0;) (ref $t) i32.const 0 struct.new $t)
;;   (export "exported" (func $exported))
;;   (export "f" (func 10))
;;   (elem (;0;) declare func $taken)
;;   (func $count (;0;) (type 2) (param i32)
;;     global.get $g
;;     global.get $g
;;     struct.get $t 0
;;     local.get 0
;;     i32.add
;;     struct.set $t 0
;;   )
;;   (func $dropped (;1;) (type 2) (param i32)
;;     i32.const 1
;;     call $count
;;     local.get 0
;;     i32.eqz
;;     br_if 0
;;     local.get 0
;;     i32.const 1
;;     i32.ne
;;     br_if 0
;;     i32.const 1
;;     call $count
;;   )
;;   (func $used (;2;) (type $fn) (param i32) (result i32)
;;     i32.const 2
;;     call $count
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func $branches (;3;) (type 2) (param i32)
;;     local.get 0
;;     i32.eqz
;;     if ;; label = @1
;;       i32.const 3
;;       call $count
;;     end
;;   )
;;   (func $switches (;4;) (type 2) (param i32)
;;     block ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         br_table 1 (;@1;) 0 (;@2;)
;;       end
;;       return
;;     end
;;     i32.const 4
;;     call $count
;;   )
;;   (func $casts (;5;) (type 3) (param nullref)
;;     block (result (ref $t)) ;; label = @1
;;       local.get 0
;;       br_on_cast 0 (;@1;) anyref (ref $t)
;;       drop
;;       i32.const 5
;;       call $count
;;       return
;;     end
;;     drop
;;   )
;;   (func $tail (;6;) (type $fn) (param i32) (result i32)
;;     i32.const 1
;;     call $count
;;     local.get 0
;;     return_call $callee
;;   )
;;   (func $callee (;7;) (type $fn) (param i32) (result i32)
;;     local.get 0
;;     call $count
;;     i32.const 1
;;   )
;;   (func $exported (;8;) (type $fn) (param i32) (result i32)
;;     i32.const 1
;;     call $count
;;     local.get 0
;;   )
;;   (func $taken (;9;) (type $fn) (param i32) (result i32)
;;     i32.const 1
;;     call $count
;;     local.get 0
;;   )
;;   (func (;10;) (type $fn) (param i32) (result i32)
;;     local.get 0
;;     call $dropped
;;     local.get 0
;;     call $used
;;     call $used
;;     drop
;;     local.get 0
;;     call $branches
;;     local.get 0
;;     call $switches
;;     ref.null none
;;     call $casts
;;     local.get 0
;;     call $tail
;;     drop
;;     i32.const 1
;;     call $callee
;;     drop
;;     i32.const 1
;;     call $exported
;;     drop
;;     i32.const 1
;;     ref.func $taken
;;     call_ref $fn
;;     drop
;;     global.get $g
;;     struct.get $t 0
;;   )
;; )
