;; A load whose result is used otherwise stays as it is, also if an extension of it is dead.
;; test: pass fold
;; run: f(0) == 200
(module
  (memory 1)
  (data (i32.const 0) "\c8")
  (func (export "f") (param $a i32) (result i32) (local $t i32)
    (local.set $t (i32.load8_u (local.get $a)))
    (drop (i32.shr_s (i32.extend8_s (local.get $t)) (i32.const 8)))
    (local.get $t))
)

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.load8_u v0
;;     v3 = i32.extend8_s v2
;;     v4 = i32.const 8
;;     v5 = i32.shr_s v3, v4
;;     return v2
;;   }
;;   data data0 active m0 (i32.const 0) "\c8"
;; }
