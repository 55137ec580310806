;; A store under a condition is done where it holds only: elsewhere memory is as it was, or does not exist.
;; test: optimize -O3
;; features: simd
;; run: f(256, 40) == 0
;; run: f(65500, 36) == 0
;; run: f(65500, 37) == 0
;; run: last() == trap
(module
  (memory (export "memory") 1)
  (data (i32.const 128) "\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\00\00\00\00\00\00\00\00\00\00\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01")
  (func $f (export "f") (param $a i32) (param $n i32) (result i32) (local $i i32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (if (i32.and (i32.load8_u offset=128 (local.get $i)) (i32.const 1)) (then
          (i32.store8 (i32.add (local.get $a) (local.get $i)) (local.get $i))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (i32.load8_u (i32.const 65531)))
  (func (export "last") (result i32) (call $f (i32.const 65516) (i32.const 60)))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32) (result i32)))
;;   (type (;1;) (func (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "f" (func $f))
;;   (export "last" (func 1))
;;   (func $f (;0;) (type 0) (param i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     local.get 1
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 1
;;         i32.const 5
;;         i32.ge_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 1
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             local.set 4
;;             loop ;; label = @5
;;               local.get 2
;;               i32.load8_u offset=128
;;               i32.const 1
;;               i32.and
;;               if ;; label = @6
;;                 local.get 0
;;                 local.get 2
;;                 i32.add
;;                 local.get 2
;;                 i32.store8
;;               end
;;               local.get 2
;;               i32.const 1
;;               i32.add
;;               local.set 3
;;               local.get 2
;;               i32.load8_u offset=129
;;               i32.const 1
;;               i32.and
;;               if ;; label = @6
;;                 local.get 0
;;                 local.get 3
;;                 i32.add
;;                 local.get 3
;;                 i32.store8
;;               end
;;               local.get 2
;;               i32.const 2
;;               i32.add
;;               local.set 3
;;               local.get 2
;;               i32.load8_u offset=130
;;               i32.const 1
;;               i32.and
;;               if ;; label = @6
;;                 local.get 0
;;                 local.get 3
;;                 i32.add
;;                 local.get 3
;;                 i32.store8
;;               end
;;               local.get 2
;;               i32.const 3
;;               i32.add
;;               local.set 3
;;               local.get 2
;;               i32.load8_u offset=131
;;               i32.const 1
;;               i32.and
;;               if ;; label = @6
;;                 local.get 0
;;                 local.get 3
;;                 i32.add
;;                 local.get 3
;;                 i32.store8
;;               end
;;               local.get 2
;;               i32.const 4
;;               i32.add
;;               local.tee 2
;;               local.get 4
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 2
;;         i32.load8_u offset=128
;;         i32.const 1
;;         i32.and
;;         if ;; label = @3
;;           local.get 0
;;           local.get 2
;;           i32.add
;;           local.get 2
;;           i32.store8
;;         end
;;         local.get 2
;;         i32.const 1
;;         i32.add
;;         local.tee 2
;;         local.get 1
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     i32.const 65531
;;     i32.load8_u
;;   )
;;   (func (;1;) (type 1) (result i32)
;;     i32.const 65516
;;     i32.const 60
;;     call $f
;;   )
;;   (data (;0;) (i32.const 128) "\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\01\00\00\00\00\00\00\00\00\00\00\00\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01\01")
;; )
