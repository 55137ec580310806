;; The elements of an array of constant length, accessed at constant indices, are values.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 20
(module
  (type $ints (array (mut i32)))
  (type $bytes (array (mut i8)))
  (func (export "f") (param $x i32) (result i32)
    (local $a (ref null $ints))
    (local.set $a (array.new $ints (local.get $x) (i32.const 4)))
    (array.set $ints (local.get $a) (i32.const 1) (i32.const 10))
    (i32.add
      (i32.add (array.get $ints (local.get $a) (i32.const 0)) (array.get $ints (local.get $a) (i32.const 1)))
      (i32.add (array.get $ints (local.get $a) (i32.const 3)) (array.len (local.get $a))))))

;; expect:
;; module {
;;   ty0 "ints" = array (mut i32)
;;   ty1 "bytes" = array (mut i8)
;;   ty2 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty2 {
;;   b0(v0: i32):
;;     v5 = i32.const 10
;;     v10 = i32.add v0, v5
;;     v16 = i32.const 4
;;     v14 = i32.add v0, v16
;;     v15 = i32.add v10, v14
;;     return v15
;;   }
;; }
