;; The second conditional is invariant, and one in it has the condition of the first: both have one match, which stays in
;; the loop, and so does the conditional.
;; test: optimize -O2
;; run: f(5, 4) == 35
;; run: f(5, 6) == 60
;; run: f(5, 9) == 45
(module
  (memory (export "memory") 1)
  (func (export "f") (param $n i32) (param $v i32) (result i32) (local $sum i32)
    (loop $next
      (if (i32.eq (local.get $v) (i32.const 6)) (then
        (i32.store (i32.const 8) (i32.add (i32.load (i32.const 8)) (i32.const 1)))))
      (local.set $sum (i32.add (local.get $sum)
        (if (result i32) (i32.eq (local.get $v) (i32.const 4))
          (then (i32.const 7))
          (else
            (if (result i32) (i32.eq (local.get $v) (i32.const 6))
              (then (i32.rotl (i32.mul (local.get $v) (i32.xor (local.get $v) (i32.const 4))) (i32.const 0)))
              (else (i32.xor (i32.mul (local.get $v) (local.get $v)) (i32.const 88))))))))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $next (local.get $n)))
    (local.get $sum)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     local.get 1
;;     i32.const 6
;;     i32.eq
;;     if (result i32) ;; label = @1
;;       i32.const 8
;;       local.get 0
;;       i32.const 8
;;       i32.load
;;       i32.add
;;       i32.store
;;       local.get 0
;;       i32.const 12
;;       i32.mul
;;     else
;;       local.get 1
;;       i32.const 4
;;       i32.eq
;;       if (result i32) ;; label = @2
;;         local.get 0
;;         i32.const 7
;;         i32.mul
;;       else
;;         local.get 1
;;         local.get 1
;;         i32.mul
;;         i32.const 88
;;         i32.xor
;;         local.tee 1
;;         local.get 1
;;         local.get 0
;;         i32.const -1
;;         i32.add
;;         i32.mul
;;         i32.add
;;       end
;;     end
;;   )
;; )
