;; The terminator of a split block defines an edge value, which is available in the second half.
;; test: pass inline,unreachable
;; run: f(5) == 5
(module
  (func $check (param i32) (if (i32.eqz (local.get 0)) (then unreachable)))
  (func (export "f") (param i32) (result i32)
    (local $r i31ref)
    (local.set $r (ref.i31 (local.get 0)))
    (block $null
      (call $check (local.get 0))
      (return (i31.get_s (br_on_null $null (local.get $r)))))
    (i32.const 0)))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32) -> (i32)
;;   export "f" f1
;;   func f0 : ty0 "check" {
;;   b0(v0: i32):
;;     v1 = i32.eqz v0
;;     br_if v1, b2, b3
;;   b1:
;;     return
;;   b2:
;;     unreachable
;;   b3:
;;     jump b1
;;   }
;;   func f1 : ty1 {
;;     ctx0 = "inline f0"
;;   b0(v0: i32):
;;     v1 = ref.null i31
;;     v2 = ref.i31 v0
;;     v7 = i32.eqz v0
;;     br_if v7, b6, b4
;;   b1:
;;     v6 = i32.const 0
;;     return v6
;;   b2(v4: (ref i31)):
;;     v5 = i31.get_s v4
;;     return v5
;;   b3:
;;     br_on_null v2, b1, [v3] b2(v3)
;;   b4:
;;     jump b5
;;   b5:
;;     jump b3
;;   b6:
;;     unreachable
;;   }
;; }
