;; At -Oz nothing is hoisted out of loops or duplicated. Nodes that alternatives share are merged.
;; test: optimize -Oz
;; run: f(2, 3) == 15
;; run: f(0, 3) == 9
(module
  (memory 1)
  (global $s (mut i32) (i32.const 0))
  (func (export "f") (param $x i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32)
    (if (local.get $x) (then (global.set $s (i32.add (global.get $s) (i32.mul (local.get $n) (i32.const 5))))) (else (i32.store (i32.const 0) (i32.const 1)) (global.set $s (i32.sub (i32.mul (local.get $n) (i32.const 5)) (i32.mul (local.get $n) (i32.const 2))))))
    (global.get $s)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (global $s (;0;) (mut i32) i32.const 0)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32)
;;     local.get 1
;;     i32.const 5
;;     i32.mul
;;     local.set 2
;;     local.get 0
;;     if ;; label = @1
;;       global.get $s
;;       local.get 2
;;       i32.add
;;       global.set $s
;;     else
;;       i32.const 0
;;       i32.const 1
;;       i32.store
;;       local.get 2
;;       local.get 1
;;       i32.const 1
;;       i32.shl
;;       i32.sub
;;       global.set $s
;;     end
;;     global.get $s
;;   )
;; )
