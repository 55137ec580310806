;; A division behind a test of its divisor is not hoisted out of the loop, though traps never happen.
;; test: optimize -O3
;; promise: traps-never-happen
;; run: f(7, 0, 16) == 0
;; run: f(7, 2, 16) == 0
(module
  (memory 1 1)
  ;; f(7, 0, 16): the divisor is tested before each division, so that no operator traps; the result is 0.
  (func (export "f") (param $k i32) (param $d i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
        (if (i32.and (i32.ne (local.get $d) (i32.const 0)) (i32.load (i32.shl (local.get $i) (i32.const 2))))
          (then (local.set $s (i32.add (local.get $s)
            (i32.div_s (local.get $k) (local.get $d))))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $l (i32.lt_u (local.get $i) (local.get $n))))
    (local.get $s)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32) (result i32)))
;;   (memory (;0;) 1 1)
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32 i32 i32) (result i32)
;;     (local i32 i32)
;;     local.get 1
;;     if (result i32) ;; label = @1
;;       i32.const 0
;;       i32.load
;;       i32.const 1
;;       i32.and
;;       if ;; label = @2
;;         local.get 0
;;         local.get 1
;;         i32.div_s
;;         local.set 3
;;       end
;;       i32.const 1
;;       local.set 4
;;       local.get 2
;;       i32.const 1
;;       i32.gt_u
;;       if ;; label = @2
;;         loop ;; label = @3
;;           local.get 4
;;           i32.const 2
;;           i32.shl
;;           i32.load
;;           i32.const 1
;;           i32.and
;;           if ;; label = @4
;;             local.get 3
;;             local.get 0
;;             local.get 1
;;             i32.div_s
;;             i32.add
;;             local.set 3
;;           end
;;           local.get 4
;;           i32.const 1
;;           i32.add
;;           local.tee 4
;;           local.get 2
;;           i32.lt_u
;;           br_if 0 (;@3;)
;;         end
;;       end
;;       local.get 3
;;     else
;;       local.get 2
;;       i32.const 5
;;       i32.ge_u
;;       if (result i32) ;; label = @2
;;         i32.const 0
;;       else
;;         i32.const 0
;;       end
;;     end
;;   )
;; )
