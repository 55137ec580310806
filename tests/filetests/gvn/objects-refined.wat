;; What was read through a supertype is not used where a subtype says more of the field.
;; test: pass gvn,dce
;; run: f(3) == 6
(module
  (type $base (sub (struct (field (ref null any)))))
  (type $left (sub $base (struct (field (ref null i31)))))
  (global $kept (mut (ref null $base)) (ref.null $base))
  (func (export "f") (param $x i32) (result i32)
    (local $b (ref null $base))
    (global.set $kept (struct.new $left (ref.i31 (local.get $x))))
    (local.set $b (global.get $kept))
    (i32.add (i31.get_s (ref.cast (ref i31) (struct.get $base 0 (local.get $b))))
      (i31.get_s (struct.get $left 0 (ref.cast (ref $left) (local.get $b)))))))

;; expect:
;; module {
;;   ty0 "base" = sub struct (anyref)
;;   ty1 "left" = sub ty0 struct (i31ref)
;;   ty2 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty0) "kept" = ref.null ty0
;;   export "f" f0
;;   func f0 : ty2 {
;;   b0(v0: i32):
;;     v2 = ref.i31 v0
;;     v3 = struct.new ty1 v2
;;     global.set g0 v3
;;     v6 = ref.cast_non_null i31 v2
;;     v7 = i31.get_s v6
;;     v8 = ref.cast_non_null ty1 v3
;;     v10 = i31.get_s v2
;;     v11 = i32.add v7, v10
;;     return v11
;;   }
;; }
