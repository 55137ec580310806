;; The number of an i31 is that which it was made of, without its upper bit.
;; test: pass ssa-cleanup,cast-elim,dce
;; run: u(-1) == 2147483647
;; run: s(-1) == -1
;; run: s(0x40000000) == -1073741824
;; run: byte(200) == 200
(module
  (type $base (sub (struct (field (mut i32)))))
  (type $sub (sub $base (struct (field (mut i32)) (field i32))))
  (type $other (sub $base (struct (field (mut i32)) (field i64))))

  (func (export "u") (param i32) (result i32) (i31.get_u (ref.i31 (local.get 0))))
  (func (export "s") (param i32) (result i32) (i31.get_s (ref.i31 (local.get 0))))
  (func (export "byte") (param i32) (result i32)
    (i31.get_u (ref.i31 (i32.and (local.get 0) (i32.const 255))))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (mut i32)
;;   ty1 "sub" = sub ty0 struct (mut i32, i32)
;;   ty2 "other" = sub ty0 struct (mut i32, i64)
;;   ty3 = func (i32) -> (i32)
;;   export "u" f0
;;   export "s" f1
;;   export "byte" f2
;;   func f0 : ty3 {
;;   b0(v0: i32):
;;     v3 = i32.const 2147483647
;;     v2 = i32.and v0, v3
;;     return v2
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32):
;;     v3 = i32.const 1
;;     v4 = i32.shl v0, v3
;;     v2 = i32.shr_s v4, v3
;;     return v2
;;   }
;;   func f2 : ty3 {
;;   b0(v0: i32):
;;     v1 = i32.const 255
;;     v2 = i32.and v0, v1
;;     return v2
;;   }
;; }
