;; Bodies that are inlined at calls with handlers: what throws in them gets these handlers, behind its own. Calls of
;; the body, tail calls, `throw` and `throw_ref` throw; a body with a handler for everything needs no others.
;; test: pass inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: calls(0) == 11
;; run: calls(1) == 100
;; run: calls(2) == 200
;; run: calls(3) == exception
;; run: tail(0) == 11
;; run: tail(1) == 100
;; run: own(0) == 11
;; run: own(1) == 51
;; run: own(2) == 200
;; run: own(3) == 301
;; run: all(1) == 77
;; run: all(3) == 77
;; run: all(0) == 11
;; run: again(1) == 100
;; run: again(3) == exception
;; run: payload(1) == 1001
;; run: twice(0) == 22
;; run: twice(1) == 100
(module
  (tag $a (param i32))
  (tag $b (param i32))
  (tag $c)
  (global $n (mut i32) (i32.const 10))
  ;; It is recursive, so that it stays a call.
  (func $loud (param i32) (result i32)
    (if (i32.eq (local.get 0) (i32.const 1)) (then (throw $a (i32.const 1))))
    (if (i32.eq (local.get 0) (i32.const 2)) (then (throw $b (i32.const 2))))
    (if (i32.eq (local.get 0) (i32.const 3)) (then (throw $c)))
    (if (i32.gt_u (local.get 0) (i32.const 3)) (then (return (call $loud (i32.const 0)))))
    (i32.const 10))
  (func $calls (param i32) (result i32)
    (i32.add (call $loud (local.get 0)) (i32.const 1)))
  (func $tail (param i32) (result i32)
    (global.set $n (i32.const 11))
    (return_call $loud (local.get 0)))
  (func $own (param i32) (result i32)
    (block $caught (result i32)
      (try_table (catch $a $caught) (return (i32.add (call $loud (local.get 0)) (i32.const 1))))
      (unreachable))
    (i32.add (i32.const 50)))
  (func $all (param i32) (result i32)
    (block $caught
      (try_table (catch_all $caught) (return (i32.add (call $loud (local.get 0)) (i32.const 1)))))
    (i32.const 77))
  (func $again (param i32) (result i32)
    (local $e exnref)
    (block $caught (result exnref)
      (try_table (catch_all_ref $caught) (return (i32.add (call $loud (local.get 0)) (i32.const 1))))
      (unreachable))
    (local.set $e)
    (global.set $n (i32.const 12))
    (throw_ref (local.get $e)))
  (func $throws (param i32) (result i32)
    (if (local.get 0) (then (throw $a (i32.const 901))))
    (i32.const 5))
  (func (export "calls") (param i32) (result i32)
    (block $a (result i32)
      (block $b (result i32)
        (try_table (catch $a $a) (catch $b $b) (return (call $calls (local.get 0))))
        (unreachable))
      (return (i32.mul (i32.const 100))))
    (i32.mul (i32.const 100)))
  (func (export "tail") (param i32) (result i32)
    (block $a (result i32)
      (try_table (catch $a $a) (return (i32.add (call $tail (local.get 0)) (i32.const 1))))
      (unreachable))
    (i32.mul (i32.const 100)))
  (func (export "own") (param i32) (result i32)
    (block $c
      (block $b (result i32)
        (try_table (catch $b $b) (catch $c $c) (return (call $own (local.get 0))))
        (unreachable))
      (return (i32.mul (i32.const 100))))
    (i32.const 301))
  (func (export "all") (param i32) (result i32)
    (block $a (result i32)
      (try_table (catch $a $a) (return (call $all (local.get 0))))
      (unreachable))
    (i32.mul (i32.const 100)))
  (func (export "again") (param i32) (result i32)
    (block $a (result i32)
      (try_table (catch $a $a) (return (call $again (local.get 0))))
      (unreachable))
    (i32.mul (i32.const 100)))
  (func (export "payload") (param i32) (result i32)
    (block $a (result i32)
      (try_table (catch $a $a) (return (call $throws (local.get 0))))
      (unreachable))
    (i32.add (i32.const 100)))
  ;; The second call is not made when the first one throws.
  (func (export "twice") (param i32) (result i32)
    (block $a (result i32)
      (try_table (catch $a $a)
        (return (i32.add (call $calls (local.get 0)) (call $calls (i32.const 4)))))
      (unreachable))
    (i32.mul (i32.const 100))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func () -> ()
;;   ty2 = func (i32) -> (i32)
;;   tag tag0 : ty0 "a"
;;   tag tag1 : ty0 "b"
;;   tag tag2 : ty1 "c"
;;   global g0 : mut i32 "n" = i32.const 10
;;   export "calls" f7
;;   export "tail" f8
;;   export "own" f9
;;   export "all" f10
;;   export "again" f11
;;   export "payload" f12
;;   export "twice" f13
;;   func f0 : ty2 "loud" {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = i32.eq v0, v1
;;     br_if v2, b2, b1
;;   b1:
;;     v4 = i32.const 2
;;     v5 = i32.eq v0, v4
;;     br_if v5, b5, b4
;;   b2:
;;     v3 = i32.const 1
;;     throw tag0 v3
;;   b4:
;;     v7 = i32.const 3
;;     v8 = i32.eq v0, v7
;;     br_if v8, b8, b7
;;   b5:
;;     v6 = i32.const 2
;;     throw tag1 v6
;;   b7:
;;     v9 = i32.const 3
;;     v10 = i32.gt_u v0, v9
;;     br_if v10, b11, b10
;;   b8:
;;     throw tag2
;;   b10:
;;     v13 = i32.const 10
;;     return v13
;;   b11:
;;     v11 = i32.const 0
;;     v12 = call f0 v11
;;     return v12
;;   }
;;   func f1 : ty2 "calls" {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     v2 = i32.const 1
;;     v3 = i32.add v1, v2
;;     return v3
;;   }
;;   func f2 : ty2 "tail" {
;;   b0(v0: i32):
;;     v1 = i32.const 11
;;     global.set g0 v1
;;     return_call f0 v0
;;   }
;;   func f3 : ty2 "own" {
;;   b0(v0: i32):
;;     invoke call f0 v0, [v3] b3(v3), catch tag0 [v4] b1(v4)
;;   b1(v1: i32):
;;     v7 = i32.const 50
;;     v8 = i32.add v1, v7
;;     return v8
;;   b3(v2: i32):
;;     v5 = i32.const 1
;;     v6 = i32.add v2, v5
;;     return v6
;;   }
;;   func f4 : ty2 "all" {
;;   b0(v0: i32):
;;     invoke call f0 v0, [v2] b3(v2), catch_all b1
;;   b1:
;;     v5 = i32.const 77
;;     return v5
;;   b3(v1: i32):
;;     v3 = i32.const 1
;;     v4 = i32.add v1, v3
;;     return v4
;;   }
;;   func f5 : ty2 "again" {
;;   b0(v0: i32):
;;     invoke call f0 v0, [v4] b3(v4), catch_all [v5: exnref] b1(v5)
;;   b1(v2: exnref):
;;     v8 = i32.const 12
;;     global.set g0 v8
;;     throw_ref v2
;;   b3(v3: i32):
;;     v6 = i32.const 1
;;     v7 = i32.add v3, v6
;;     return v7
;;   }
;;   func f6 : ty2 "throws" {
;;   b0(v0: i32):
;;     br_if v0, b2, b1
;;   b1:
;;     v2 = i32.const 5
;;     return v2
;;   b2:
;;     v1 = i32.const 901
;;     throw tag0 v1
;;   }
;;   func f7 : ty2 {
;;     ctx0 = "inline f1"
;;   b0(v0: i32):
;;     invoke call f0 v0, [v14] b5(v14), catch tag0 [v15] b1(v15), catch tag1 [v16] b2(v16)
;;   b1(v1: i32):
;;     v9 = i32.const 100
;;     v10 = i32.mul v1, v9
;;     return v10
;;   b2(v2: i32):
;;     v7 = i32.const 100
;;     v8 = i32.mul v2, v7
;;     return v8
;;   b5(v11: i32):
;;     v12 = i32.const 1
;;     v13 = i32.add v11, v12
;;     return v13
;;   }
;;   func f8 : ty2 {
;;     ctx0 = "inline f2"
;;   b0(v0: i32):
;;     v10 = i32.const 11
;;     global.set g0 v10
;;     invoke call f0 v0, [v11] b4(v11), catch tag0 [v12] b1(v12)
;;   b1(v1: i32):
;;     v7 = i32.const 100
;;     v8 = i32.mul v1, v7
;;     return v8
;;   b4(v9: i32):
;;     v5 = i32.const 1
;;     v6 = i32.add v9, v5
;;     return v6
;;   }
;;   func f9 : ty2 {
;;     ctx0 = "inline f3"
;;   b0(v0: i32):
;;     invoke call f0 v0, [v9] b7(v9), catch tag0 [v10] b6(v10), catch tag1 [v17] b2(v17), catch tag2 b1
;;   b1:
;;     v7 = i32.const 301
;;     return v7
;;   b2(v1: i32):
;;     v5 = i32.const 100
;;     v6 = i32.mul v1, v5
;;     return v6
;;   b6(v11: i32):
;;     v12 = i32.const 50
;;     v13 = i32.add v11, v12
;;     return v13
;;   b7(v14: i32):
;;     v15 = i32.const 1
;;     v16 = i32.add v14, v15
;;     return v16
;;   }
;;   func f10 : ty2 {
;;     ctx0 = "inline f4"
;;   b0(v0: i32):
;;     v13 = i32.const 77
;;     invoke call f0 v0, [v8] b6(v8), catch_all b4(v13)
;;   b4(v7: i32):
;;     return v7
;;   b6(v10: i32):
;;     v11 = i32.const 1
;;     v12 = i32.add v10, v11
;;     return v12
;;   }
;;   func f11 : ty2 {
;;     ctx0 = "inline f5"
;;   b0(v0: i32):
;;     invoke call f0 v0, [v8] b6(v8), catch_all [v9: exnref] b5(v9)
;;   b1(v1: i32):
;;     v5 = i32.const 100
;;     v6 = i32.mul v1, v5
;;     return v6
;;   b5(v10: exnref):
;;     v11 = i32.const 12
;;     global.set g0 v11
;;     invoke throw_ref v10, b7, catch tag0 [v15] b1(v15)
;;   b6(v12: i32):
;;     v13 = i32.const 1
;;     v14 = i32.add v12, v13
;;     return v14
;;   b7:
;;     unreachable
;;   }
;;   func f12 : ty2 {
;;     ctx0 = "inline f6"
;;   b0(v0: i32):
;;     v11 = i32.const 5
;;     v12 = i32.const 901
;;     br_if v0, b1(v12), b3
;;   b1(v1: i32):
;;     v5 = i32.const 100
;;     v6 = i32.add v1, v5
;;     return v6
;;   b3:
;;     return v11
;;   }
;;   func f13 : ty2 {
;;     ctx0 = "inline f1"
;;     ctx1 = "inline f1"
;;   b0(v0: i32):
;;     invoke call f0 v0, [v15] b5(v15), catch tag0 [v16] b1(v16)
;;   b1(v1: i32):
;;     v10 = i32.const 100
;;     v11 = i32.mul v1, v10
;;     return v11
;;   b5(v12: i32):
;;     v13 = i32.const 1
;;     v14 = i32.add v12, v13
;;     v5 = i32.const 4
;;     invoke call f0 v5, [v20] b6(v20), catch tag0 [v21] b1(v21)
;;   b6(v17: i32):
;;     v18 = i32.const 1
;;     v19 = i32.add v17, v18
;;     v9 = i32.add v14, v19
;;     return v9
;;   }
;; }
