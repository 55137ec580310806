;; A part of a function is not left to a call of the whole where the function wrote to memory in a block above: that would be
;; done twice.
;; test: pass unreachable,ssa-cleanup,inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: get(1) == 22
;; run: left(7) == 4
;; run: left(1) == 2
(module
  (tag $e (param i32))
  (memory 1)
  (data (i32.const 0) "\0b\00\00\00\16\00\00\00\21\00\00\00")
  (func $at (param $i i32) (result i32)
    (i32.store (i32.const 64) (i32.add (i32.load (i32.const 64)) (i32.const 1)))
    (if (i32.eqz (local.get $i)) (then (local.set $i (i32.load (i32.const 68)))))
    (if (i32.ge_u (local.get $i) (i32.const 3))
      (then
        (i32.store offset=200 (local.get $i) (local.get $i))
        (i32.store offset=204 (local.get $i) (i32.mul (local.get $i) (local.get $i)))
        (i32.store offset=208 (local.get $i) (i32.rotl (local.get $i) (i32.const 3)))
        (i32.store offset=212 (local.get $i) (i32.const 7))
        (i32.store offset=216 (local.get $i) (i32.popcnt (local.get $i)))
        (i32.store offset=220 (local.get $i) (i32.clz (local.get $i)))
        (i32.store offset=224 (local.get $i) (i32.ctz (local.get $i)))
        (i32.store offset=228 (local.get $i) (i32.xor (local.get $i) (i32.const -1)))
        (throw $e (i32.add (i32.load offset=200 (local.get $i)) (i32.const 1000)))))
    (i32.load (i32.shl (local.get $i) (i32.const 2))))
  ;; The last of the elements up to this one.
  (func (export "get") (param $i i32) (result i32)
    (local $n i32) (local $last i32)
    (loop $next
      (local.set $last (call $at (local.get $n)))
      (br_if $next (i32.le_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (local.get $i))))
    (local.get $last))
  ;; How often `at` was called.
  (func (export "left") (param $i i32) (result i32)
    (local $n i32)
    (block $caught (result i32)
      (try_table (catch $e $caught)
        (loop $next
          (drop (call $at (local.get $n)))
          (br_if $next
            (i32.le_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (local.get $i)))))
      (return (i32.load (i32.const 64))))
    (drop)
    (i32.load (i32.const 64))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   tag tag0 : ty0 "e"
;;   export "get" f1
;;   export "left" f2
;;   func f0 : ty1 "at" {
;;   b0(v0: i32):
;;     v1 = i32.const 64
;;     v2 = i32.const 64
;;     v3 = i32.load v2
;;     v4 = i32.const 1
;;     v5 = i32.add v3, v4
;;     i32.store v1, v5
;;     v6 = i32.eqz v0
;;     br_if v6, b2, b1(v0)
;;   b1(v9: i32):
;;     v10 = i32.const 3
;;     v11 = i32.ge_u v9, v10
;;     br_if v11, b5, b4
;;   b2:
;;     v7 = i32.const 68
;;     v8 = i32.load v7
;;     jump b1(v8)
;;   b4:
;;     v24 = i32.const 2
;;     v25 = i32.shl v9, v24
;;     v26 = i32.load v25
;;     return v26
;;   b5:
;;     i32.store v9, v9 offset=200
;;     v12 = i32.mul v9, v9
;;     i32.store v9, v12 offset=204
;;     v13 = i32.const 3
;;     v14 = i32.rotl v9, v13
;;     i32.store v9, v14 offset=208
;;     v15 = i32.const 7
;;     i32.store v9, v15 offset=212
;;     v16 = i32.popcnt v9
;;     i32.store v9, v16 offset=216
;;     v17 = i32.clz v9
;;     i32.store v9, v17 offset=220
;;     v18 = i32.ctz v9
;;     i32.store v9, v18 offset=224
;;     v19 = i32.const -1
;;     v20 = i32.xor v9, v19
;;     i32.store v9, v20 offset=228
;;     v21 = i32.load v9 offset=200
;;     v22 = i32.const 1000
;;     v23 = i32.add v21, v22
;;     throw tag0 v23
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v1)
;;   b1(v2: i32):
;;     v3 = call f0 v2
;;     v4 = i32.const 1
;;     v5 = i32.add v2, v4
;;     v6 = i32.le_u v5, v0
;;     br_if v6, b1(v5), b2
;;   b2:
;;     return v3
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b3(v1)
;;   b1:
;;     v12 = i32.const 64
;;     v13 = i32.load v12
;;     return v13
;;   b2:
;;     v10 = i32.const 64
;;     v11 = i32.load v10
;;     return v11
;;   b3(v3: i32):
;;     invoke call f0 v3, [v5] b4, catch tag0 [v6] b1
;;   b4:
;;     v7 = i32.const 1
;;     v8 = i32.add v3, v7
;;     v9 = i32.le_u v8, v0
;;     br_if v9, b3(v8), b2
;;   }
;;   data data0 active m0 (i32.const 0) "\0b\00\00\00\16\00\00\00!\00\00\00"
;; }
