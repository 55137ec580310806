;; A packed field of an object that is made holds what was stored.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0x1ff) == -1
(module
  (type $bytes (struct (field (mut i8)) (field (mut i16))))
  (func $new (param $x i32) (result (ref $bytes))
    (local $p (ref $bytes))
    (local.set $p (struct.new_default $bytes))
    (struct.set $bytes 0 (local.get $p) (local.get $x))
    (local.get $p))
  (func (export "f") (param $x i32) (result i32)
    (struct.get_s $bytes 0 (call $new (local.get $x)))))

;; expect:
;; module {
;;   ty0 "bytes" = struct (mut i8, mut i16)
;;   ty1 = func (i32) -> ((ref ty0))
;;   ty2 = func (i32) -> (i32)
;;   export "f" f1
;;   func f0 : ty1 "new" {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     v3 = struct.new ty0 v0, v2
;;     return v3
;;   }
;;   func f1 : ty2 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     v2 = struct.get_s ty0 0 v1
;;     return v2
;;   }
;; }
