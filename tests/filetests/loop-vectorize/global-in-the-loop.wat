;; A global that each iteration sets has the value of the iteration that trapped.
;; test: optimize -O3
;; features: simd
;; run: f(0, 9) == 9
;; run: f(65500, 9) == 9
;; run: f(65500, 10) == trap
;; run: last() == trap
(module
  (memory (export "memory") 1)
  (global $done (export "done") (mut i32) (i32.const 0))
  (func $f (export "f") (param $a i32) (param $n i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (i32.store (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))) (i32.const 1))
        (global.set $done (i32.add (global.get $done) (i32.const 1)))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (global.get $done))
  (func (export "last") (result i32) (call $f (i32.const 65480) (i32.const 33)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (type (;1;) (func (result i32)))
;;   (memory (;0;) 1)
;;   (global $done (;0;) (mut i32) i32.const 0)
;;   (export "memory" (memory 0))
;;   (export "done" (global $done))
;;   (export "f" (func $f))
;;   (export "last" (func 1))
;;   (func $f (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     local.get 1
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       local.get 1
;;       i32.const 5
;;       i32.ge_u
;;       if ;; label = @2
;;         memory.size
;;         i32.const 65535
;;         i32.le_u
;;         if ;; label = @3
;;           local.get 1
;;           local.get 1
;;           i32.const -1
;;           i32.add
;;           i32.const -4
;;           i32.and
;;           i32.sub
;;           local.set 3
;;           loop ;; label = @4
;;             local.get 0
;;             i32.const 1
;;             i32.store
;;             global.get $done
;;             local.tee 2
;;             i32.const 1
;;             i32.add
;;             global.set $done
;;             local.get 0
;;             i32.const 1
;;             i32.store offset=4
;;             local.get 2
;;             i32.const 2
;;             i32.add
;;             global.set $done
;;             local.get 0
;;             i32.const 1
;;             i32.store offset=8
;;             local.get 2
;;             i32.const 3
;;             i32.add
;;             global.set $done
;;             local.get 0
;;             i32.const 1
;;             i32.store offset=12
;;             local.get 2
;;             i32.const 4
;;             i32.add
;;             global.set $done
;;             local.get 0
;;             i32.const 16
;;             i32.add
;;             local.set 0
;;             local.get 1
;;             i32.const -4
;;             i32.add
;;             local.tee 1
;;             local.get 3
;;             i32.ne
;;             br_if 0 (;@4;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 0
;;         i32.const 1
;;         i32.store
;;         global.get $done
;;         i32.const 1
;;         i32.add
;;         global.set $done
;;         local.get 0
;;         i32.const 4
;;         i32.add
;;         local.set 0
;;         local.get 1
;;         i32.const -1
;;         i32.add
;;         local.tee 1
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     global.get $done
;;   )
;;   (func (;1;) (type 1) (result i32)
;;     i32.const 65480
;;     i32.const 33
;;     call $f
;;   )
;; )
