;; A loop that ends where its pointer does: the pointer ends the new loop too.
;; test: pass unreachable,params,fold,gvn,branches,params,rotate,params,licm,unroll-partial,fold,gvn,branches,params,dce
;; run: f(0, 40) == 10
;; run: f(0, 36) == 9
;; run: f(0, 4) == 1
;; run: f(0, 6) == trap
(module
  (memory 1)
  (data (i32.const 0) "\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00")
  (func (export "f") (param $p i32) (param $end i32) (result i32)
    (local $s i32)
    (if (i32.and (i32.sub (local.get $end) (local.get $p)) (i32.const 3)) (then unreachable))
    (loop $l
      (local.set $s (i32.add (local.get $s) (i32.load (local.get $p))))
      (br_if $l (i32.ne (local.tee $p (i32.add (local.get $p) (i32.const 4))) (i32.and (local.get $end) (i32.const -4)))))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 0
;;     v3 = i32.sub v1, v0
;;     v4 = i32.const 3
;;     v5 = i32.and v3, v4
;;     br_if v5, b2, b6
;;   b2:
;;     unreachable
;;   b4(v7: i32, v6: i32):
;;     v8 = i32.load v7
;;     v9 = i32.add v6, v8
;;     v10 = i32.const 4
;;     v11 = i32.add v7, v10
;;     v12 = i32.const -4
;;     v14 = i32.ne v11, v13
;;     br_if v14, b4(v11, v9), b5
;;   b5:
;;     return v9
;;   b6:
;;     v15 = i32.const -4
;;     v13 = i32.and v1, v15
;;     jump b4(v0, v2)
;;   }
;;   data data0 active m0 (i32.const 0) "\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00\01\00\00\00"
;; }
