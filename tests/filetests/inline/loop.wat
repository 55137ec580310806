;; A body with a loop is inlined: its locals are zero at the start of each call.
;; test: pass inline,unreachable,ssa-cleanup,simplify-cfg,dce
;; run: f(4) == 20
;; run: f(0) == 0
(module
  (func $sum (param $n i32) (result i32) (local $sum i32)
    (block $done
      (loop $again
        (br_if $done (i32.eqz (local.get $n)))
        (local.set $sum (i32.add (local.get $sum) (local.get $n)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $again)))
    (local.get $sum))
  (func (export "f") (param i32) (result i32)
    (i32.shl (call $sum (local.get 0)) (i32.const 1))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   export "f" f1
;;   func f0 : ty0 "sum" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     jump b2(v1, v0)
;;   b1:
;;     return v4
;;   b2(v4: i32, v2: i32):
;;     v3 = i32.eqz v2
;;     br_if v3, b1, b3
;;   b3:
;;     v5 = i32.add v4, v2
;;     v6 = i32.const 1
;;     v7 = i32.sub v2, v6
;;     jump b2(v5, v7)
;;   }
;;   func f1 : ty0 {
;;     ctx0 = "inline f0"
;;   b0(v0: i32):
;;     v5 = i32.const 0
;;     jump b2(v5, v0)
;;   b1:
;;     v2 = i32.const 1
;;     v3 = i32.shl v6, v2
;;     return v3
;;   b2(v6: i32, v7: i32):
;;     v8 = i32.eqz v7
;;     br_if v8, b1, b3
;;   b3:
;;     v9 = i32.add v6, v7
;;     v10 = i32.const 1
;;     v11 = i32.sub v7, v10
;;     jump b2(v9, v11)
;;   }
;; }
