;; The object that an immutable global is initialized with is not allocated again where the global is read.
;; test: pass globals,gvn,dce
;; run: same() == 1
(module
  (type $box (struct (field (mut i32))))
  (global $first (ref $box) (struct.new_default $box))
  (func (export "same") (result i32)
    (ref.eq (global.get $first) (global.get $first))))

;; expect:
;; module {
;;   ty0 "box" = struct (mut i32)
;;   ty1 = func () -> (i32)
;;   global g0 : (ref ty0) "first" = struct.new_default ty0
;;   export "same" f0
;;   func f0 : ty1 {
;;   b0:
;;     v0 = global.get g0
;;     v2 = ref.eq v0, v0
;;     return v2
;;   }
;; }
