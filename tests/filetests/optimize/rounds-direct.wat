;; The index of a call through a table becomes a constant by optimization only: the function is optimized once more, and
;; the callee is inlined.
;; test: optimize -O3
;; run: f(50) == 50
(module
  (type $c (func (param i32 i32) (result i32)))
  (table 2 2 funcref)
  (elem (i32.const 1) func $less)
  (memory (export "memory") 2)
  (func $less (type $c) (i32.lt_s (local.get 0) (local.get 1)))
  (func (export "f") (param $x i32) (result i32) (local $r i32) (local $i i32) (local $c i32)
    (local.set $c (i32.const 1))
    (loop $l
      (local.set $r (i32.add (local.get $r) (call_indirect (type $c) (local.get $i) (local.get $x) (local.get $c))))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100))))
    (local.get $r)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 2)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32 i32)
;;     loop ;; label = @1
;;       local.get 2
;;       local.get 1
;;       local.get 0
;;       i32.lt_s
;;       i32.add
;;       local.set 2
;;       local.get 1
;;       i32.const 1
;;       i32.add
;;       local.tee 1
;;       i32.const 100
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     local.get 2
;;   )
;; )
