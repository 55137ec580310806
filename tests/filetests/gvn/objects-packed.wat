;; A packed field gives the low bits of what was stored there, with and without sign.
;; test: pass gvn,dce
;; run: f(0x1ff) == 254
;; run: g(0x1ff) == -1
;; run: h(0x80) == 0
(module
  (type $bytes (struct (field (mut i8)) (field (mut i16))))
  (global $kept (mut (ref null $bytes)) (ref.null $bytes))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref $bytes))
    (local.set $p (struct.new $bytes (local.get $x) (i32.const 0)))
    (global.set $kept (local.get $p))
    (i32.add (struct.get_u $bytes 0 (local.get $p)) (struct.get_s $bytes 0 (local.get $p))))
  (func (export "g") (param $x i32) (result i32)
    (local $p (ref null $bytes))
    (local.set $p (global.get $kept))
    (if (ref.is_null (local.get $p)) (then (local.set $p (struct.new_default $bytes))))
    (struct.set $bytes 0 (local.get $p) (local.get $x))
    (struct.get_s $bytes 0 (local.get $p)))
  ;; What was read with sign is not what is read without.
  (func (export "h") (param $x i32) (result i32)
    (local $p (ref null $bytes))
    (call $new (local.get $x))
    (local.set $p (global.get $kept))
    (i32.add (struct.get_s $bytes 0 (local.get $p)) (struct.get_u $bytes 0 (local.get $p))))
  (func $new (param $x i32)
    (global.set $kept (struct.new $bytes (local.get $x) (i32.const 0)))))

;; expect:
;; module {
;;   ty0 "bytes" = struct (mut i8, mut i16)
;;   ty1 = func (i32) -> (i32)
;;   ty2 = func (i32) -> ()
;;   global g0 : mut (ref null ty0) "kept" = ref.null ty0
;;   export "f" f0
;;   export "g" f1
;;   export "h" f2
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = struct.new ty0 v0, v1
;;     global.set g0 v2
;;     v6 = i32.const 255
;;     v3 = i32.and v0, v6
;;     v7 = i32.const 24
;;     v8 = i32.shl v3, v7
;;     v9 = i32.const 24
;;     v4 = i32.shr_s v8, v9
;;     v5 = i32.add v3, v4
;;     return v5
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v2 = global.get g0
;;     v3 = ref.is_null v2
;;     br_if v3, b2, b3
;;   b1(v5: (ref null ty0)):
;;     struct.set ty0 0 v5, v0
;;     v7 = i32.const 24
;;     v8 = i32.shl v0, v7
;;     v9 = i32.const 24
;;     v6 = i32.shr_s v8, v9
;;     return v6
;;   b2:
;;     v4 = struct.new_default ty0
;;     jump b1(v4)
;;   b3:
;;     jump b1(v2)
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     call f3 v0
;;     v2 = global.get g0
;;     v3 = struct.get_s ty0 0 v2
;;     v6 = i32.const 255
;;     v4 = i32.and v3, v6
;;     v5 = i32.add v3, v4
;;     return v5
;;   }
;;   func f3 : ty2 "new" {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = struct.new ty0 v0, v1
;;     global.set g0 v2
;;     return
;;   }
;; }
