;; The known bits of a byte pass through merges and loops, so it is not masked again. A sum of bytes is no byte, and
;; nothing is known of a value that grows in a loop.
;; test: pass unreachable,ssa-cleanup,fold,ssa-cleanup,dce
;; run: byte(3) == 97
;; run: sum(300) == 44
;; run: grows(300) == 44
(module
  (memory 1)
  (data (i32.const 0) "aaaa\00")
  (func (export "byte") (param $n i32) (result i32)
    (local $state i32)
    (loop $again
      (local.set $state (i32.and (local.get $state) (i32.const 255)))
      (if (i32.and (local.get $n) (i32.const 1)) (then
        (local.set $state (i32.load8_u (local.get $n)))))
      (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.and (local.get $state) (i32.const 255)))
  (func (export "sum") (param $n i32) (result i32)
    (local $state i32)
    (loop $again
      (local.set $state (i32.add (i32.and (local.get $state) (i32.const 255)) (i32.const 1)))
      (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.and (local.get $state) (i32.const 255)))
  (func (export "grows") (param $n i32) (result i32)
    (local $state i32)
    (loop $again
      (local.set $state (i32.add (local.get $state) (i32.const 1)))
      (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.and (local.get $state) (i32.const 255))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "byte" f0
;;   export "sum" f1
;;   export "grows" f2
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v0, v1)
;;   b1(v5: i32, v2: i32):
;;     v6 = i32.const 1
;;     v7 = i32.and v5, v6
;;     br_if v7, b3, b4
;;   b2(v11: i32):
;;     v14 = i32.const -1
;;     v10 = i32.add v5, v14
;;     br_if v10, b1(v10, v11), b5
;;   b3:
;;     v8 = i32.load8_u v5
;;     jump b2(v8)
;;   b4:
;;     jump b2(v2)
;;   b5:
;;     return v11
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v0, v1)
;;   b1(v7: i32, v2: i32):
;;     v3 = i32.const 255
;;     v4 = i32.and v2, v3
;;     v5 = i32.const 1
;;     v6 = i32.add v4, v5
;;     v12 = i32.const -1
;;     v9 = i32.add v7, v12
;;     br_if v9, b1(v9, v6), b2
;;   b2:
;;     v10 = i32.const 255
;;     v11 = i32.and v6, v10
;;     return v11
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b1(v0, v1)
;;   b1(v5: i32, v2: i32):
;;     v3 = i32.const 1
;;     v4 = i32.add v2, v3
;;     v10 = i32.const -1
;;     v7 = i32.add v5, v10
;;     br_if v7, b1(v7, v4), b2
;;   b2:
;;     v8 = i32.const 255
;;     v9 = i32.and v4, v8
;;     return v9
;;   }
;;   data data0 active m0 (i32.const 0) "aaaa\00"
;; }
