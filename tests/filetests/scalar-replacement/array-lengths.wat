;; Arrays of two lengths that meet are not replaced by their elements.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 2
;; run: f(1) == 3
(module
  (type $ints (array (mut i32)))
  (type $bytes (array (mut i8)))
  (func (export "f") (param $x i32) (result i32)
    (local $a (ref null $ints))
    (local.set $a (if (result (ref null $ints)) (local.get $x)
      (then (array.new_default $ints (i32.const 3)))
      (else (array.new_default $ints (i32.const 2)))))
    (array.len (local.get $a))))

;; expect:
;; module {
;;   ty0 "ints" = array (mut i32)
;;   ty1 "bytes" = array (mut i8)
;;   ty2 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty2 {
;;   b0(v0: i32):
;;     br_if v0, b2, b3
;;   b1(v2: (ref null ty0)):
;;     v7 = array.len v2
;;     return v7
;;   b2:
;;     v3 = i32.const 3
;;     v4 = array.new_default ty0 v3
;;     jump b1(v4)
;;   b3:
;;     v5 = i32.const 2
;;     v6 = array.new_default ty0 v5
;;     jump b1(v6)
;;   }
;; }
