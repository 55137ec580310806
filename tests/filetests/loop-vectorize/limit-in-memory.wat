;; The limit is in the memory that the loop stores to.
;; test: optimize -O3
;; features: simd
;; run: f(256, 20) == 7
;; run: f(512, 20) == 20
(module
  (memory (export "memory") 1)
  (func (export "f") (param $a i32) (param $n i32) (result i32) (local $i i32)
    (i32.store (i32.const 272) (local.get $n))
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (i32.load (i32.const 272)))))
      (loop $next
        (i32.store (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))) (i32.const 7))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.load (i32.const 272))))))
    (local.get $i))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32)
;;     i32.const 272
;;     local.get 1
;;     i32.store
;;     local.get 1
;;     i32.const 0
;;     i32.le_s
;;     if (result i32) ;; label = @1
;;       i32.const 0
;;     else
;;       loop ;; label = @2
;;         local.get 0
;;         local.get 2
;;         i32.const 2
;;         i32.shl
;;         i32.add
;;         i32.const 7
;;         i32.store
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         i32.const 272
;;         i32.load
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;       local.get 2
;;     end
;;   )
;; )
