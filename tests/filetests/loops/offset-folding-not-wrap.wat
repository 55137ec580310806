;; The sum may wrap: -4 + 8 is in bounds as a sum, and would not be as an offset. The greatest index is one too many.
;; test: pass unreachable,ssa-cleanup,offset-folding,dce
;; run: f(-4) == 9
;; run: f(0) == 5
;; run: g(-1) == 9
(module
  (memory 1)
  (data (i32.const 4) "\09\00\00\00\05")
  (func (export "f") (param $p i32) (result i32)
    (i32.load8_u (i32.add (local.get $p) (i32.const 8))))
  (func (export "g") (param $p i32) (result i32)
    (i32.load8_u (i32.add (i32.or (local.get $p) (i32.const 0x10)) (i32.const 5)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 8
;;     v2 = i32.add v0, v1
;;     v3 = i32.load8_u v2
;;     return v3
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 16
;;     v2 = i32.or v0, v1
;;     v3 = i32.const 5
;;     v4 = i32.add v2, v3
;;     v5 = i32.load8_u v4
;;     return v5
;;   }
;;   data data0 active m0 (i32.const 4) "\t\00\00\00\05"
;; }
