;; Indirect calls are not inlined, even through a table with one function.
;; test: pass inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f() == 3
(module
  (type $t (func (result i32)))
  (table 1 1 funcref) (elem (i32.const 0) $three)
  (func $three (result i32) (i32.const 3))
  (func (export "f") (result i32) (call_indirect (type $t) (i32.const 0))))

;; expect:
;; module {
;;   ty0 "t" = func () -> (i32)
;;   table t0 : 1..1 funcref
;;   export "f" f1
;;   elem elem0 active t0 (i32.const 0) funcs f0
;;   func f0 : ty0 "three" {
;;   b0:
;;     v0 = i32.const 3
;;     return v0
;;   }
;;   func f1 : ty0 {
;;   b0:
;;     v0 = i32.const 0
;;     v1 = call_indirect ty0 t0 v0
;;     return v1
;;   }
;; }
