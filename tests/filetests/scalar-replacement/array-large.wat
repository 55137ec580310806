;; A large array, and one of unknown length, is left alone.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 1003
(module
  (type $ints (array (mut i32)))
  (type $bytes (array (mut i8)))
  (func (export "f") (param $x i32) (result i32)
    (local $a (ref null $ints)) (local $b (ref null $ints))
    (local.set $a (array.new $ints (local.get $x) (i32.const 1000)))
    (local.set $b (array.new $ints (local.get $x) (local.get $x)))
    (i32.add (array.len (local.get $a)) (array.get $ints (local.get $b) (i32.const 0)))))

;; expect:
;; module {
;;   ty0 "ints" = array (mut i32)
;;   ty1 "bytes" = array (mut i8)
;;   ty2 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty2 {
;;   b0(v0: i32):
;;     v2 = i32.const 1000
;;     v3 = array.new ty0 v0, v2
;;     v4 = array.new ty0 v0, v0
;;     v5 = array.len v3
;;     v6 = i32.const 0
;;     v7 = array.get ty0 v4, v6
;;     v8 = i32.add v5, v7
;;     return v8
;;   }
;; }
