;; What comes before a large part that never returns is inlined, with a call of the whole in its place. The global that
;; the entry sets is set back before the call. In the handler of a call that is one, too.
;; test: pass unreachable,ssa-cleanup,inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: get(1) == 22
;; run: get(7) == exception
;; run: left(5) == 80
;; run: left(2) == 100
;; run: or(2) == 33
;; run: or(3) == 1003
(module
  (tag $e (param i32))
  (memory 1)
  (data (i32.const 0) "\0b\00\00\00\16\00\00\00\21\00\00\00")
  (global $sp (mut i32) (i32.const 100))
  (func $at (param $i i32) (result i32)
    (local $frame i32)
    (global.set $sp (local.tee $frame (i32.sub (global.get $sp) (i32.const 16))))
    (if (i32.ge_u (local.get $i) (i32.const 3))
      (then
        (i32.store offset=200 (local.get $frame) (local.get $i))
        (i32.store offset=204 (local.get $frame) (i32.mul (local.get $i) (local.get $i)))
        (i32.store offset=208 (local.get $frame) (i32.rotl (local.get $i) (i32.const 3)))
        (i32.store offset=212 (local.get $frame) (i32.const 7))
        (i32.store offset=216 (local.get $frame) (i32.popcnt (local.get $i)))
        (i32.store offset=220 (local.get $frame) (i32.clz (local.get $i)))
        (i32.store offset=224 (local.get $frame) (i32.ctz (local.get $i)))
        (i32.store offset=228 (local.get $frame) (i32.xor (local.get $i) (i32.const -1)))
        (global.set $sp (i32.sub (local.get $frame) (i32.const 4)))
        (throw $e (i32.add (i32.load offset=200 (local.get $frame)) (i32.const 1000)))))
    (global.set $sp (i32.add (local.get $frame) (i32.const 16)))
    (i32.load (i32.shl (local.get $i) (i32.const 2))))
  ;; The last of the elements up to this one.
  (func (export "get") (param $i i32) (result i32)
    (local $n i32) (local $last i32)
    (loop $next
      (local.set $last (call $at (local.get $n)))
      (br_if $next (i32.le_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (local.get $i))))
    (local.get $last))
  (func (export "or") (param $i i32) (result i32)
    (local $n i32) (local $last i32)
    (global.set $sp (i32.const 100))
    (block $caught (result i32)
      (try_table (catch $e $caught)
        (loop $next
          (local.set $last (call $at (local.get $n)))
          (br_if $next
            (i32.le_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (local.get $i)))))
      (return (local.get $last)))
    (global.set $sp (i32.const 100)))
  ;; Where the stack pointer is after an exception.
  (func (export "left") (param $i i32) (result i32)
    (local $n i32)
    (block $caught (result i32)
      (try_table (catch $e $caught)
        (loop $next
          (drop (call $at (local.get $n)))
          (br_if $next
            (i32.le_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (local.get $i)))))
      (return (global.get $sp)))
    (drop)
    (global.get $sp)))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   tag tag0 : ty0 "e"
;;   global g0 : mut i32 "sp" = i32.const 100
;;   export "get" f1
;;   export "or" f2
;;   export "left" f3
;;   func f0 : ty1 "at" {
;;   b0(v0: i32):
;;     v2 = global.get g0
;;     v3 = i32.const 16
;;     v4 = i32.sub v2, v3
;;     global.set g0 v4
;;     v5 = i32.const 3
;;     v6 = i32.ge_u v0, v5
;;     br_if v6, b2, b1
;;   b1:
;;     v21 = i32.const 16
;;     v22 = i32.add v4, v21
;;     global.set g0 v22
;;     v23 = i32.const 2
;;     v24 = i32.shl v0, v23
;;     v25 = i32.load v24
;;     return v25
;;   b2:
;;     i32.store v4, v0 offset=200
;;     v7 = i32.mul v0, v0
;;     i32.store v4, v7 offset=204
;;     v8 = i32.const 3
;;     v9 = i32.rotl v0, v8
;;     i32.store v4, v9 offset=208
;;     v10 = i32.const 7
;;     i32.store v4, v10 offset=212
;;     v11 = i32.popcnt v0
;;     i32.store v4, v11 offset=216
;;     v12 = i32.clz v0
;;     i32.store v4, v12 offset=220
;;     v13 = i32.ctz v0
;;     i32.store v4, v13 offset=224
;;     v14 = i32.const -1
;;     v15 = i32.xor v0, v14
;;     i32.store v4, v15 offset=228
;;     v16 = i32.const 4
;;     v17 = i32.sub v4, v16
;;     global.set g0 v17
;;     v18 = i32.load v4 offset=200
;;     v19 = i32.const 1000
;;     v20 = i32.add v18, v19
;;     throw tag0 v20
;;   }
;;   func f1 : ty1 {
;;     ctx0 = "inline f0"
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     v8 = global.get g0
;;     v9 = i32.const 16
;;     v10 = i32.sub v8, v9
;;     global.set g0 v10
;;     v11 = i32.const 3
;;     v12 = i32.ge_u v2, v11
;;     br_if v12, b5, b4
;;   b2:
;;     return v17
;;   b4:
;;     v13 = i32.const 16
;;     v14 = i32.add v10, v13
;;     global.set g0 v14
;;     v15 = i32.const 2
;;     v16 = i32.shl v2, v15
;;     v17 = i32.load v16
;;     v4 = i32.const 1
;;     v5 = i32.add v2, v4
;;     v6 = i32.le_u v5, v0
;;     br_if v6, b1(v5), b2
;;   b5:
;;     global.set g0 v8
;;     v18 = call f0 v2
;;     unreachable
;;   }
;;   func f2 : ty1 {
;;     ctx0 = "inline f0"
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 100
;;     global.set g0 v2
;;     jump b3(v1)
;;   b1(v3: i32):
;;     v11 = i32.const 100
;;     global.set g0 v11
;;     return v3
;;   b2:
;;     return v22
;;   b3(v4: i32):
;;     v13 = global.get g0
;;     v14 = i32.const 16
;;     v15 = i32.sub v13, v14
;;     global.set g0 v15
;;     v16 = i32.const 3
;;     v17 = i32.ge_u v4, v16
;;     br_if v17, b8, b7
;;   b7:
;;     v18 = i32.const 16
;;     v19 = i32.add v15, v18
;;     global.set g0 v19
;;     v20 = i32.const 2
;;     v21 = i32.shl v4, v20
;;     v22 = i32.load v21
;;     v8 = i32.const 1
;;     v9 = i32.add v4, v8
;;     v10 = i32.le_u v9, v0
;;     br_if v10, b3(v9), b2
;;   b8:
;;     global.set g0 v13
;;     invoke call f0 v4, [v24] b9, catch tag0 [v25] b1(v25)
;;   b9:
;;     unreachable
;;   }
;;   func f3 : ty1 {
;;     ctx0 = "inline f0"
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b3(v1)
;;   b1:
;;     v11 = global.get g0
;;     return v11
;;   b2:
;;     v10 = global.get g0
;;     return v10
;;   b3(v3: i32):
;;     v13 = global.get g0
;;     v14 = i32.const 16
;;     v15 = i32.sub v13, v14
;;     global.set g0 v15
;;     v16 = i32.const 3
;;     v17 = i32.ge_u v3, v16
;;     br_if v17, b8, b7
;;   b7:
;;     v18 = i32.const 16
;;     v19 = i32.add v15, v18
;;     global.set g0 v19
;;     v20 = i32.const 2
;;     v21 = i32.shl v3, v20
;;     v22 = i32.load v21
;;     v7 = i32.const 1
;;     v8 = i32.add v3, v7
;;     v9 = i32.le_u v8, v0
;;     br_if v9, b3(v8), b2
;;   b8:
;;     global.set g0 v13
;;     invoke call f0 v3, [v24] b9, catch tag0 [v25] b1
;;   b9:
;;     unreachable
;;   }
;;   data data0 active m0 (i32.const 0) "\0b\00\00\00\16\00\00\00!\00\00\00"
;; }
