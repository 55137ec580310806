;; A loop parameter that always receives its initial value or itself is replaced by the initial value.
;; test: pass ssa-cleanup,dce
;; run: f(5) == 5
(module
  (import "env" "get" (func $get (param i64) (result i32)))
  (func (export "f") (param i32) (result i32)
    (local $same i32)
    (local.set $same (local.get 0))
    (loop $next
      (local.set $same (local.get $same))
      (br_if $next (i32.eqz (i32.or (call $get (i64.const 3)) (i32.const 1)))))
    (local.get $same)))

;; expect:
;; module {
;;   ty0 = func (i64) -> (i32)
;;   ty1 = func (i32) -> (i32)
;;   import f0 "env" "get" : ty0 "get"
;;   export "f" f1
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     jump b1
;;   b1:
;;     v3 = i64.const 3
;;     v4 = call f0 v3
;;     v5 = i32.const 1
;;     v6 = i32.or v4, v5
;;     v7 = i32.eqz v6
;;     br_if v7, b1, b2
;;   b2:
;;     return v0
;;   }
;; }
