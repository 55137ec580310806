;; A pointer that rises by 32 from a multiple of 32: nothing is carried if less than 32 is added, wherever it is. With 4096
;; + 8 as the start, 24 and more may be carried.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,offset-folding,dce
;; run: f(2) == 8
;; run: g(2) == 8
;; run: g(0) == 4
(module
  (memory 1)
  (data (i32.const 4096) "\01\00\00\00\02\00\00\00")
  (data (i32.const 4124) "\03")
  (data (i32.const 4128) "\02")
  (data (i32.const 8) "\04")
  (func (export "f") (param $n i32) (result i32)
    (local $s i32) (local $p i32)
    (local.set $p (i32.const 4096))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.add (i32.load (local.get $p))
        (i32.add (i32.load8_u (i32.add (local.get $p) (i32.const 4))) (i32.load8_u (i32.add (local.get $p) (i32.const 28)))))))
      (local.set $p (i32.add (local.get $p) (i32.const 32)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $s))
  (func (export "g") (param $n i32) (result i32)
    (local $s i32) (local $p i32)
    (if (i32.eqz (local.get $n)) (then
      (return (i32.load8_u (i32.add (i32.or (i32.const -32) (i32.const 8)) (i32.const 32))))))
    (local.set $p (i32.const 4104))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load8_u (i32.add (local.get $p) (i32.const 24)))))
      (local.set $p (i32.add (local.get $p) (i32.const 32)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.add (local.get $s) (i32.const 6))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 4096
;;     jump b1(v0, v2, v1)
;;   b1(v17: i32, v4: i32, v3: i32):
;;     v5 = i32.load v4
;;     v8 = i32.load8_u v4 offset=4
;;     v11 = i32.load8_u v4 offset=28
;;     v12 = i32.add v8, v11
;;     v13 = i32.add v5, v12
;;     v14 = i32.add v3, v13
;;     v15 = i32.const 32
;;     v16 = i32.add v4, v15
;;     v18 = i32.const 1
;;     v19 = i32.sub v17, v18
;;     br_if v19, b1(v19, v16, v14), b2
;;   b2:
;;     return v14
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.eqz v0
;;     br_if v2, b2, b3
;;   b1:
;;     v9 = i32.const 4104
;;     jump b4(v0, v9, v1)
;;   b2:
;;     v3 = i32.const -32
;;     v4 = i32.const 8
;;     v5 = i32.or v3, v4
;;     v6 = i32.const 32
;;     v7 = i32.add v5, v6
;;     v8 = i32.load8_u v7
;;     return v8
;;   b3:
;;     jump b1
;;   b4(v18: i32, v11: i32, v10: i32):
;;     v12 = i32.const 24
;;     v13 = i32.add v11, v12
;;     v14 = i32.load8_u v13
;;     v15 = i32.add v10, v14
;;     v16 = i32.const 32
;;     v17 = i32.add v11, v16
;;     v19 = i32.const 1
;;     v20 = i32.sub v18, v19
;;     br_if v20, b4(v20, v17, v15), b5
;;   b5:
;;     v21 = i32.const 6
;;     v22 = i32.add v15, v21
;;     return v22
;;   }
;;   data data0 active m0 (i32.const 4096) "\01\00\00\00\02\00\00\00"
;;   data data1 active m0 (i32.const 4124) "\03"
;;   data data2 active m0 (i32.const 4128) "\02"
;;   data data3 active m0 (i32.const 8) "\04"
;; }
