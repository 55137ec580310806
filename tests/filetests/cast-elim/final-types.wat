;; Nothing is of a subtype of a final type; a type that is not final may have subtypes elsewhere.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: final(0) == 0
;; run: open(0) == 0
(module

  (type $top (sub (struct)))
  (type $last (sub final $top (struct (field i32))))
  (type $more (sub $top (struct (field i32))))
  (type $most (sub $more (struct (field i32) (field i32))))
  (func $one (param i32) (result (ref $last)) (struct.new $last (local.get 0)))
  (func $two (param i32) (result (ref $more)) (struct.new $more (local.get 0)))
  (func (export "final") (param i32) (result i32) (ref.test (ref $most) (call $one (local.get 0))))
  (func (export "open") (param i32) (result i32) (ref.test (ref $most) (call $two (local.get 0)))))

;; expect:
;; module {
;;   ty0 "top" = sub struct ()
;;   ty1 "last" = sub final ty0 struct (i32)
;;   ty2 "more" = sub ty0 struct (i32)
;;   ty3 "most" = sub ty2 struct (i32, i32)
;;   ty4 = func (i32) -> ((ref ty1))
;;   ty5 = func (i32) -> ((ref ty2))
;;   ty6 = func (i32) -> (i32)
;;   export "final" f2
;;   export "open" f3
;;   func f0 : ty4 "one" {
;;   b0(v0: i32):
;;     v1 = struct.new ty1 v0
;;     return v1
;;   }
;;   func f1 : ty5 "two" {
;;   b0(v0: i32):
;;     v1 = struct.new ty2 v0
;;     return v1
;;   }
;;   func f2 : ty6 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     v2 = i32.const 0
;;     return v2
;;   }
;;   func f3 : ty6 {
;;   b0(v0: i32):
;;     v1 = call f1 v0
;;     v2 = ref.test_non_null ty3 v1
;;     return v2
;;   }
;; }
