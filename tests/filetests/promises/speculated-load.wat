;; A load at an invariant address is not hoisted out of its conditional, though traps never happen.
;; test: optimize -O3
;; promise: traps-never-happen
;; run: f(-64, 3000, 16) == 0
(module
  (memory 1 1)
  ;; f(-64, 3000, 16): memory is zero, so the condition never holds: nothing is loaded at $a + 1024, no
  ;; operator traps, and the result is 0. With -tnh the output traps: the load was hoisted out of the if.
  (func (export "f") (param $a i32) (param $c i32) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
        (if (i32.load (i32.add (local.get $c) (i32.shl (local.get $i) (i32.const 2))))
          (then (local.set $s (i32.add (local.get $s)
            (i32.load8_u offset=1024 (local.get $a))))))
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
;;     i32.load
;;     if ;; label = @1
;;       local.get 0
;;       i32.load8_u offset=1024
;;       local.set 3
;;     end
;;     local.get 2
;;     i32.const 1
;;     i32.gt_u
;;     if ;; label = @1
;;       local.get 1
;;       i32.const 4
;;       i32.add
;;       local.set 1
;;       local.get 2
;;       i32.const -1
;;       i32.add
;;       local.set 4
;;       local.get 0
;;       i64.extend_i32_u
;;       i64.const 1025
;;       i64.add
;;       memory.size
;;       i64.extend_i32_u
;;       i64.const 16
;;       i64.shl
;;       i64.le_u
;;       (@metadata.code.branch_hint "\01")
;;       if ;; label = @2
;;         local.get 0
;;         i32.load8_u offset=1024
;;         local.set 0
;;         local.get 2
;;         i32.const 6
;;         i32.ge_u
;;         if ;; label = @3
;;           local.get 4
;;           local.get 2
;;           i32.const -2
;;           i32.add
;;           i32.const -4
;;           i32.and
;;           i32.sub
;;           local.set 2
;;           loop ;; label = @4
;;             local.get 1
;;             i32.load
;;             if ;; label = @5
;;               local.get 3
;;               local.get 0
;;               i32.add
;;               local.set 3
;;             end
;;             local.get 1
;;             i32.load offset=4
;;             if ;; label = @5
;;               local.get 3
;;               local.get 0
;;               i32.add
;;               local.set 3
;;             end
;;             local.get 1
;;             i32.load offset=8
;;             if ;; label = @5
;;               local.get 3
;;               local.get 0
;;               i32.add
;;               local.set 3
;;             end
;;             local.get 1
;;             i32.load offset=12
;;             if ;; label = @5
;;               local.get 3
;;               local.get 0
;;               i32.add
;;               local.set 3
;;             end
;;             local.get 1
;;             i32.const 16
;;             i32.add
;;             local.set 1
;;             local.get 4
;;             i32.const -4
;;             i32.add
;;             local.tee 4
;;             local.get 2
;;             i32.ne
;;             br_if 0 (;@4;)
;;           end
;;         end
;;         loop ;; label = @3
;;           local.get 1
;;           i32.load
;;           if ;; label = @4
;;             local.get 3
;;             local.get 0
;;             i32.add
;;             local.set 3
;;           end
;;           local.get 1
;;           i32.const 4
;;           i32.add
;;           local.set 1
;;           local.get 4
;;           i32.const -1
;;           i32.add
;;           local.tee 4
;;           br_if 0 (;@3;)
;;         end
;;       else
;;         loop ;; label = @3
;;           local.get 1
;;           i32.load
;;           if ;; label = @4
;;             local.get 3
;;             local.get 0
;;             i32.load8_u offset=1024
;;             i32.add
;;             local.set 3
;;           end
;;           local.get 1
;;           i32.const 4
;;           i32.add
;;           local.set 1
;;           local.get 4
;;           i32.const -1
;;           i32.add
;;           local.tee 4
;;           br_if 0 (;@3;)
;;         end
;;       end
;;     end
;;     local.get 3
;;   )
;; )
