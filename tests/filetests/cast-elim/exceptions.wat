;; Exception references have a hierarchy of their own.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: f(0) == 1
;; run: g(0) == 0
(module

  (tag $t)
  (func (export "f") (param i32) (result i32) (ref.is_null (ref.null exn)))
  (func (export "g") (param i32) (result i32)
    (ref.is_null (block $h (result exnref) (try_table (catch_all_ref $h) (throw $t)) (unreachable)))))

;; expect:
;; module {
;;   ty0 = func () -> ()
;;   ty1 = func (i32) -> (i32)
;;   tag tag0 : ty0 "t"
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 1
;;     return v2
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     invoke throw tag0 b3, catch_all [v2: exnref] b1(v2)
;;   b1(v1: exnref):
;;     v3 = ref.is_null v1
;;     return v3
;;   b3:
;;     unreachable
;;   }
;; }
