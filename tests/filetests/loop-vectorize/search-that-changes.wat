;; A loop that may be left early is not vectorized if it stores, sums up or calls: what iterations behind that one would
;; do must not be done.
;; test: optimize -O3
;; features: simd
;; run: copy(0, 100) == 1
;; run: sum(0, 100) == 4228
;; run: previous(0, 100) == 56
(module
  (memory (export "memory") 1)
  (data (i32.const 0) "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZABC")
  (func (export "copy") (param $p i32) (param $n i32) (result i32) (local $i i32) (local $byte i32)
    (block $out
      (loop $next
        (local.set $byte (i32.load8_u (i32.add (local.get $p) (local.get $i))))
        (br_if $out (i32.eqz (local.get $byte)))
        (i32.store8 offset=1024 (local.get $i) (i32.const 1))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $next (i32.lt_u (local.get $i) (local.get $n)))))
    (i32.add (i32.load8_u offset=1078 (i32.const 0)) (i32.load8_u offset=1080 (i32.const 0))))
  (func (export "sum") (param $p i32) (param $n i32) (result i32) (local $i i32) (local $byte i32) (local $sum i32)
    (block $out
      (loop $next
        (local.set $byte (i32.load8_u (i32.add (local.get $p) (local.get $i))))
        (br_if $out (i32.eqz (local.get $byte)))
        (local.set $sum (i32.add (local.get $sum) (local.get $byte)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $next (i32.lt_u (local.get $i) (local.get $n)))))
    (local.get $sum))
  (func (export "previous") (param $p i32) (param $n i32) (result i32) (local $i i32) (local $byte i32) (local $last i32)
    (block $out
      (loop $next
        (local.set $byte (i32.load8_u (i32.add (local.get $p) (local.get $i))))
        (br_if $out (i32.eq (local.get $byte) (local.get $last)))
        (local.set $last (local.get $byte))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $next (i32.lt_u (local.get $i) (local.get $n)))))
    (i32.add (local.get $last) (local.get $i)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "copy" (func 0))
;;   (export "sum" (func 1))
;;   (export "previous" (func 2))
;;   (func (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32)
;;     loop ;; label = @1
;;       local.get 0
;;       local.get 2
;;       i32.add
;;       i32.load8_u
;;       if ;; label = @2
;;         local.get 2
;;         i32.const 1
;;         i32.store8 offset=1024
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 1
;;         i32.lt_u
;;         br_if 1 (;@1;)
;;       end
;;     end
;;     i32.const 0
;;     i32.load8_u offset=1078
;;     i32.const 0
;;     i32.load8_u offset=1080
;;     i32.add
;;   )
;;   (func (;1;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     local.get 0
;;     i32.load8_u
;;     local.tee 2
;;     if ;; label = @1
;;       i32.const 1
;;       local.set 3
;;       local.get 1
;;       i32.const 1
;;       i32.gt_u
;;       if ;; label = @2
;;         loop ;; label = @3
;;           local.get 0
;;           local.get 3
;;           i32.add
;;           i32.load8_u
;;           local.tee 4
;;           if ;; label = @4
;;             local.get 2
;;             local.get 4
;;             i32.add
;;             local.set 2
;;             local.get 3
;;             i32.const 1
;;             i32.add
;;             local.tee 3
;;             local.get 1
;;             i32.lt_u
;;             br_if 1 (;@3;)
;;           end
;;         end
;;       end
;;     else
;;       i32.const 0
;;       local.set 2
;;     end
;;     local.get 2
;;   )
;;   (func (;2;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     loop ;; label = @1
;;       local.get 0
;;       local.get 2
;;       i32.add
;;       i32.load8_u
;;       local.tee 4
;;       local.get 3
;;       i32.ne
;;       if ;; label = @2
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 1
;;         i32.lt_u
;;         local.get 4
;;         local.set 3
;;         br_if 1 (;@1;)
;;         local.get 4
;;         local.set 3
;;       end
;;     end
;;     local.get 3
;;     local.get 2
;;     i32.add
;;   )
;;   (data (;0;) (i32.const 0) "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZABC")
;; )
