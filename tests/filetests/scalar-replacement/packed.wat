;; Packed fields are truncated when they are read, with and without sign.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0x1ff) == -511
;; run: g(0x18fff) == -1879113585
;; run: f(0) == 0
(module
  (type $bytes (struct (field (mut i8)) (field (mut i16))))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $bytes))
    (local.set $p (struct.new $bytes (local.get $x) (i32.const 0)))
    (i32.sub (struct.get_s $bytes 0 (local.get $p)) (i32.mul (i32.const 2) (struct.get_u $bytes 0 (local.get $p)))))
  (func (export "g") (param $x i32) (result i32)
    (local $p (ref null $bytes))
    (local.set $p (struct.new_default $bytes))
    (struct.set $bytes 1 (local.get $p) (local.get $x))
    (i32.xor (i32.shl (struct.get_s $bytes 1 (local.get $p)) (i32.const 16))
      (i32.shr_u (struct.get_u $bytes 1 (local.get $p)) (i32.const 8)))))

;; expect:
;; module {
;;   ty0 "bytes" = struct (mut i8, mut i16)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v9 = i32.const 24
;;     v10 = i32.shl v0, v9
;;     v11 = i32.shr_s v10, v9
;;     v5 = i32.const 2
;;     v12 = i32.const 255
;;     v13 = i32.and v0, v12
;;     v7 = i32.mul v5, v13
;;     v8 = i32.sub v11, v7
;;     return v8
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v11 = i32.const 16
;;     v12 = i32.shl v0, v11
;;     v13 = i32.shr_s v12, v11
;;     v4 = i32.const 16
;;     v5 = i32.shl v13, v4
;;     v14 = i32.const 65535
;;     v15 = i32.and v0, v14
;;     v7 = i32.const 8
;;     v8 = i32.shr_u v15, v7
;;     v9 = i32.xor v5, v8
;;     return v9
;;   }
;; }
