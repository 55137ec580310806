;; An exception that is thrown on where any is caught: a jump, with the same reference. A null reference traps instead.
;; test: pass unreachable,ssa-cleanup,simplify-cfg,dce
;; run: again(1) == exception
;; run: again(0) == 5
;; run: caught(1) == 8
;; run: null(1) == trap
;; run: tagged(1) == exception
(module
  (tag $e)
  (tag $f)
  (global $g (export "g") (mut i32) (i32.const 0))
  (func $loud (param i32) (result i32)
    (global.set $g (local.get 0))
    (if (local.get 0) (then (throw $e)))
    (i32.const 5))
  (func (export "again") (param i32) (result i32)
    (block $outer (result exnref)
      (try_table (catch_all_ref $outer)
        (block $inner (result (ref exn))
          (try_table (catch_all_ref $inner) (return (call $loud (local.get 0))))
          (unreachable))
        (global.set $g (i32.const 1))
        (throw_ref))
      (unreachable))
    (global.set $g (i32.const 2))
    (throw_ref))
  (func (export "caught") (param i32) (result i32)
    (block $outer
      (try_table (catch_all $outer)
        (block $inner (result (ref exn))
          (try_table (catch_all_ref $inner) (return (call $loud (local.get 0))))
          (unreachable))
        (global.set $g (i32.const 1))
        (throw_ref))
      (unreachable))
    (i32.const 8))
  (func (export "null") (param i32) (result i32)
    (local $x exnref)
    (block $outer
      (try_table (catch_all $outer) (throw_ref (local.get $x)))
      (unreachable))
    (i32.const 8))
  ;; Which tag it has is not known.
  (func (export "tagged") (param i32) (result i32)
    (block $outer
      (try_table (catch $f $outer)
        (block $inner (result (ref exn))
          (try_table (catch_all_ref $inner) (return (call $loud (local.get 0))))
          (unreachable))
        (global.set $g (i32.const 1))
        (throw_ref))
      (unreachable))
    (i32.const 8)))

;; expect:
;; module {
;;   ty0 = func () -> ()
;;   ty1 = func (i32) -> (i32)
;;   tag tag0 : ty0 "e"
;;   tag tag1 : ty0 "f"
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "g" g0
;;   export "again" f1
;;   export "caught" f2
;;   export "null" f3
;;   export "tagged" f4
;;   func f0 : ty1 "loud" {
;;   b0(v0: i32):
;;     global.set g0 v0
;;     br_if v0, b2, b1
;;   b1:
;;     v1 = i32.const 5
;;     return v1
;;   b2:
;;     throw tag0
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     invoke call f0 v0, [v4] b5(v4), catch_all [v5] b3(v5)
;;   b3(v2: (ref exn)):
;;     v6 = i32.const 1
;;     global.set g0 v6
;;     v8 = i32.const 2
;;     global.set g0 v8
;;     throw_ref v2
;;   b5(v3: i32):
;;     return v3
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     invoke call f0 v0, [v3] b5(v3), catch_all [v4] b3
;;   b3:
;;     v5 = i32.const 1
;;     global.set g0 v5
;;     v6 = i32.const 8
;;     return v6
;;   b5(v2: i32):
;;     return v2
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32):
;;     v1 = ref.null exn
;;     invoke throw_ref v1, b3, catch_all b1
;;   b1:
;;     v2 = i32.const 8
;;     return v2
;;   b3:
;;     unreachable
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32):
;;     invoke call f0 v0, [v3] b5(v3), catch_all [v4] b3(v4)
;;   b1:
;;     v6 = i32.const 8
;;     return v6
;;   b3(v1: (ref exn)):
;;     v5 = i32.const 1
;;     global.set g0 v5
;;     invoke throw_ref v1, b6, catch tag1 b1
;;   b5(v2: i32):
;;     return v2
;;   b6:
;;     unreachable
;;   }
;; }
