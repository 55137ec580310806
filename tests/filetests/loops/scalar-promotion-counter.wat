;; A loop whose counter is a global is finite if it is with the global in a value, which is then promoted; one that goes
;; on from zero is not.
;; test: pass scalar-promotion
;; run: f(9) == 0
;; run: f(0) == 0
;; run: g(9) == 1
;; run: g(0) == interrupted
(module
  (global $g (export "g1") (mut i32) (i32.const 0))
  (func (export "f") (param $n i32) (result i32)
    (global.set $g (local.get $n))
    (loop $l
      (global.set $g (i32.shr_u (global.get $g) (i32.const 1)))
      (br_if $l (global.get $g)))
    (global.get $g))
  (func (export "g") (param $n i32) (result i32)
    (global.set $g (local.get $n))
    (loop $l
      (global.set $g (i32.shr_u (global.get $g) (i32.const 1)))
      (br_if $l (i32.ne (global.get $g) (i32.const 1))))
    (global.get $g)))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "g1" g0
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     global.set g0 v0
;;     v6 = global.get g0
;;     jump b1(v6)
;;   b1(v7: i32):
;;     v2 = i32.const 1
;;     v3 = i32.shr_u v7, v2
;;     br_if v3, b1(v3), b2
;;   b2:
;;     global.set g0 v3
;;     v5 = global.get g0
;;     return v5
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     global.set g0 v0
;;     jump b1
;;   b1:
;;     v1 = global.get g0
;;     v2 = i32.const 1
;;     v3 = i32.shr_u v1, v2
;;     global.set g0 v3
;;     v4 = global.get g0
;;     v5 = i32.const 1
;;     v6 = i32.ne v4, v5
;;     br_if v6, b1, b2
;;   b2:
;;     v7 = global.get g0
;;     return v7
;;   }
;; }
