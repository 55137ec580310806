;; The sum has another use: it has to be computed anyway. A negative constant is no offset, nor is one larger than guard
;; pages are.
;; test: pass unreachable,ssa-cleanup,offset-folding,dce
;; run: f(3) == 1027
;; run: g(3) == 0
;; run: h(3) == trap
(module
  (memory 1)
  (func (export "f") (param $i i32) (result i32)
    (local $at i32)
    (local.set $at (i32.add (i32.and (local.get $i) (i32.const 255)) (i32.const 1024)))
    (i32.store8 (local.get $at) (local.get $at))
    (i32.add (i32.load8_u (local.get $at)) (i32.const 1024)))
  (func (export "g") (param $i i32) (result i32)
    (i32.load8_u (i32.add (i32.and (local.get $i) (i32.const 255)) (i32.const -1))))
  (func (export "h") (param $i i32) (result i32)
    (i32.load8_u (i32.add (i32.and (local.get $i) (i32.const 255)) (i32.const 0x2000000)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.const 255
;;     v3 = i32.and v0, v2
;;     v4 = i32.const 1024
;;     v5 = i32.add v3, v4
;;     i32.store8 v5, v5
;;     v6 = i32.load8_u v5
;;     v7 = i32.const 1024
;;     v8 = i32.add v6, v7
;;     return v8
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 255
;;     v2 = i32.and v0, v1
;;     v3 = i32.const -1
;;     v4 = i32.add v2, v3
;;     v5 = i32.load8_u v4
;;     return v5
;;   }
;;   func f2 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 255
;;     v2 = i32.and v0, v1
;;     v3 = i32.const 33554432
;;     v4 = i32.add v2, v3
;;     v5 = i32.load8_u v4
;;     return v5
;;   }
;; }
