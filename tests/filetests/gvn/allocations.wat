;; Two allocations with equal operands are two objects, also if they may trap, or callees make them.
;; test: pass gvn,dce
;; run: f(2) == 0
;; run: g(2) == 0
(module
  (type $row (array (mut i32)))
  (func $make (param $n i32) (result (ref $row)) (array.new_default $row (local.get $n)))
  (func (export "f") (param $n i32) (result i32)
    (ref.eq (array.new $row (i32.const 1) (local.get $n)) (array.new $row (i32.const 1) (local.get $n))))
  (func (export "g") (param $n i32) (result i32)
    (ref.eq (call $make (local.get $n)) (call $make (local.get $n)))))

;; expect:
;; module {
;;   ty0 "row" = array (mut i32)
;;   ty1 = func (i32) -> ((ref ty0))
;;   ty2 = func (i32) -> (i32)
;;   export "f" f1
;;   export "g" f2
;;   func f0 : ty1 "make" {
;;   b0(v0: i32):
;;     v1 = array.new_default ty0 v0
;;     return v1
;;   }
;;   func f1 : ty2 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = array.new ty0 v1, v0
;;     v4 = array.new ty0 v1, v0
;;     v5 = ref.eq v2, v4
;;     return v5
;;   }
;;   func f2 : ty2 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     v2 = call f0 v0
;;     v3 = ref.eq v1, v2
;;     return v3
;;   }
;; }
